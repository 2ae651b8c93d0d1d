import { Button, Modal } from '@mantine/core';
import { factorEntry } from '@minga/contract/identity';
import type { TotpSetup } from '@minga/contract/totp';
import { useState } from 'react';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { CodeField } from '../../../components/form/code-field.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { QrCode } from '../../../components/qr-code.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { useConfirmTotp } from '../security-api.ts';
import classes from './profile.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  setup: TotpSetup;
  /** Called with whether the factor is in force. */
  onClose: (isDone: boolean) => void;
}

/** The QR code and the first code, then the recovery codes, which only their own button closes. */
export function SetUpDialog({ setup, onClose }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const isOver = codes !== null;
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={isOver ? 'Guarda tus códigos de recuperación' : 'Activar la aplicación de códigos'}
      closeOnClickOutside={false}
      closeOnEscape={!isOver}
      withCloseButton={!isOver}
    >
      {isOver ? (
        <RecoveryCodes codes={codes} onSaved={() => onClose(true)} />
      ) : (
        <SetUpForm setup={setup} onCodes={setCodes} onCancel={() => onClose(false)} />
      )}
    </Modal>
  );
}

interface SetUpFormProps {
  setup: TotpSetup;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Three steps: install an app, give it the secret, enter what it shows. */
function SetUpForm({ setup: { secret, uri }, onCodes, onCancel }: SetUpFormProps) {
  const confirm = useConfirmTotp();
  const form = useSchemaForm(factorEntry, { code: '' });
  const outcome = useAccountOutcome();

  const submit = form.handleSubmit(async ({ code }) => {
    outcome.clear();
    try {
      onCodes((await confirm.mutateAsync(code)).recoveryCodes);
    } catch (error) {
      outcome.showError(error, 'Error al activar', message =>
        form.setError('code', { message }, { shouldFocus: true }),
      );
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Activar la aplicación de códigos">
      <ol className={classes.steps}>
        <li>
          <p>
            Instala en tu celular una aplicación de códigos, por ejemplo Google Authenticator, Microsoft
            Authenticator o Aegis.
          </p>
        </li>
        <li>
          <p>En ella elige agregar una cuenta y escanea este código:</p>
          <div className={classes.code}>
            <QrCode text={uri} label="Código QR para tu aplicación" />
          </div>
          <p>
            ¿Estás en el mismo celular? <a href={uri}>Ábrelo en tu aplicación</a>, o copia esta clave en ella:
          </p>
          <div className={`cluster ${classes.secret}`}>
            <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
            <Button variant="default" onClick={() => void copyText(secret, 'Clave copiada')}>
              Copiar la clave
            </Button>
          </div>
        </li>
        <li>
          <p>Escribe los seis números que te muestra:</p>
          <CodeField label="Código de tu aplicación" {...fieldProps(form, 'code')} />
        </li>
      </ol>
      <OutcomeMessages outcome={outcome} />
      <DialogButtons onCancel={onCancel} isBusy={confirm.isPending} busyLabel="Activando…">
        Activar
      </DialogButtons>
    </form>
  );
}
