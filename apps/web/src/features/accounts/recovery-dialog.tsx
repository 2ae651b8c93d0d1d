import { Modal, Stack, TextInput } from '@mantine/core';
import { RECOVERY_MINUTES, recoveryRequest } from '@minga/contract/accounts';
import { type FormEvent, useEffect, useEffectEvent } from 'react';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { useRequestPasswordReset } from './password-api.ts';

interface Props {
  isOpen: boolean;
  email: () => string;
  onClose: () => void;
  onSent: (message: string) => void;
}

export const RecoveryDialog = ({ isOpen, email, onClose, onSent }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Recuperar contraseña">
    <RecoveryForm email={email} onCancel={onClose} onSent={onSent} />
  </Modal>
);

/** How long the success message is shown before the dialog closes itself (docs/rules.md R2.16). */
const SUCCESS_MS = 2000;

interface RecoveryFormProps {
  /** The address typed on the page so far; prefilled if it is valid. */
  email: () => string;
  onCancel: () => void;
  /** Called with the server's message after it was shown. */
  onSent: (message: string) => void;
}

/** Requests a link to set a new password. Mounted only while the dialog is open, so that each opening starts empty. */
function RecoveryForm({ email, onCancel, onSent }: RecoveryFormProps) {
  const request = useRequestPasswordReset();
  const initialEmail = recoveryRequest.safeParse({ email: email() });
  const form = useSchemaForm(recoveryRequest, { email: initialEmail.data?.email ?? '' });
  const { message, show, clear } = useTimedMessage();
  const success = request.data?.message;

  const handleSent = useEffectEvent(onSent);
  useEffect(() => {
    if (success === undefined) return;
    const timer = setTimeout(() => handleSent(success), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [success]);

  function submit(event: FormEvent) {
    // React events bubble through the portal to the form that contains the dialog, and would submit it.
    event.stopPropagation();
    clear();
    void form.handleSubmit(values =>
      request.mutate(values.email, {
        onError: error => show(errorSentences(error, 'Error al enviar enlace de recuperación')),
      }),
    )(event);
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Recuperar contraseña">
      <Stack gap="md">
        <p>{`Escribe el correo de tu cuenta y te enviamos un enlace para poner una contraseña nueva. Sirve durante ${RECOVERY_MINUTES} minutos.`}</p>
        <MessageBox kind="error" message={message} />
        <TextInput
          label="Correo electrónico"
          type="email"
          inputMode="email"
          autoComplete="email"
          data-autofocus
          {...fieldProps(form, 'email')}
        />
        <MessageBox
          kind="success"
          message={success === undefined ? null : { sentences: [success], isVisible: true }}
        />
        <DialogButtons
          onCancel={onCancel}
          isBusy={request.isPending || request.isSuccess}
          busyLabel={request.isPending ? 'Enviando…' : 'Enviar enlace'}
        >
          Enviar enlace
        </DialogButtons>
      </Stack>
    </form>
  );
}
