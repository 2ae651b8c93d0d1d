import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { IDENTITY_MINUTES, identityProof } from '@minga/contract/identity';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { CodeField } from '../../components/form/code-field.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import type { Slot } from '../../lib/slot.ts';
import { supportsPasskeys } from './model.ts';
import { failureText } from './passkey-failure.ts';
import { useAccountOutcome } from './profile/use-account-outcome.ts';
import { secondFactorQuery, useConfirmByPasskey, useConfirmIdentity } from './security-api.ts';
import { useUser } from './session/session.ts';

let asked: Promise<boolean> | null = null;

/** Shows the dialog in `slot`; true once the user has confirmed. Concurrent calls share one dialog. */
export function askIdentity(slot: Slot): Promise<boolean> {
  asked ??= new Promise<boolean>(resolve => {
    const opener = document.activeElement;
    slot.fill(
      <IdentityDialog
        onDone={isConfirmed => {
          asked = null;
          slot.fill(null);
          // The dialog is gone at once, so that Mantine does not restore the focus.
          if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
          resolve(isConfirmed);
        }}
      />,
    );
  });
  return asked;
}

/**
 * Asks for a code if the account has an authenticator app, for a passkey if it has one and the browser knows them, else for the
 * password. `onDone` gets whether the session is confirmed.
 */
function IdentityDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  // Without an answer the password is asked, which every account has.
  const { data, isPending } = useQuery(secondFactorQuery);
  const [chosen, setChosen] = useState<ProofKind | null>(null);
  const hasCodes = data?.totp != null;
  const hasPasskeys = supportsPasskeys() && (data?.passkeyCount ?? 0) > 0;
  const kind = chosen ?? (hasCodes ? 'code' : hasPasskeys ? 'passkey' : 'password');
  const cancel = () => onDone(false);
  const typed: ProofKind[] = hasCodes ? ['password', 'code'] : ['password'];
  const others = (
    <>
      {hasPasskeys && <PasskeyProof isMain={kind === 'passkey'} onConfirmed={() => onDone(true)} />}
      <OtherProofs kinds={typed.filter(other => other !== kind)} onChoose={setChosen} />
    </>
  );

  return (
    <Modal
      opened
      onClose={cancel}
      title="Confirma que eres tú"
      closeOnClickOutside={false}
      // Its own handler, and a mark for Mantine's, which would also close the dialog below.
      closeOnEscape={false}
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={event => {
        if (event.key === 'Escape') cancel();
      }}
    >
      <Stack gap="md">
        <p>{`Lo que vas a hacer es delicado. Por si alguien más tiene tu dispositivo, confírmalo; no te lo volvemos a pedir en ${IDENTITY_MINUTES} minutos.`}</p>
        {isPending ? (
          <>
            <LoadingStatus text="Cargando…" isHidden />
            <Skeleton height={120} />
          </>
        ) : kind === 'passkey' ? (
          <>
            {others}
            <Group justify="flex-end">
              <Button variant="default" onClick={cancel}>
                Cancelar
              </Button>
            </Group>
          </>
        ) : (
          <IdentityForm
            key={kind}
            kind={kind}
            others={others}
            onConfirmed={() => onDone(true)}
            onCancel={cancel}
          />
        )}
      </Stack>
    </Modal>
  );
}

type ProofKind = 'password' | 'code';

interface Props {
  kind: ProofKind;
  /** Links to the other proofs. */
  others: ReactNode;
  onConfirmed: () => void;
  onCancel: () => void;
}

function IdentityForm({ kind, others, onConfirmed, onCancel }: Props) {
  const user = useUser();
  const confirm = useConfirmIdentity();
  const form = useSchemaForm(identityProof, { [kind]: '' });
  const outcome = useAccountOutcome();
  const { setFocus } = form;

  // The dialog may have opened before, to find out what to ask for.
  useEffect(() => setFocus(kind), [kind, setFocus]);

  const submit = form.handleSubmit(async proof => {
    outcome.clear();
    try {
      await confirm.mutateAsync(proof);
      onConfirmed();
    } catch (error) {
      outcome.showError(error, 'Error al confirmar', message =>
        form.setError(kind, { message }, { shouldFocus: true }),
      );
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Confirma que eres tú">
      <Stack gap="md">
        {/* Identifies the account to password managers. */}
        <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        {kind === 'password' ? (
          <PasswordField
            label="Contraseña"
            autoComplete="current-password"
            data-autofocus
            {...fieldProps(form, 'password')}
          />
        ) : (
          <CodeField
            label="Código de tu aplicación"
            description="Los seis números que muestra ahora. También sirve un código de recuperación."
            data-autofocus
            {...fieldProps(form, 'code')}
          />
        )}
        <OutcomeMessages outcome={outcome} />
        {others}
        <DialogButtons onCancel={onCancel} isBusy={confirm.isPending} busyLabel="Confirmando…">
          Confirmar
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface PasskeyProofProps {
  /** The passkey is what the dialog asks for, instead of another way. */
  isMain: boolean;
  onConfirmed: () => void;
}

/** Confirms the identity by one of the account's passkeys. */
function PasskeyProof({ isMain, onConfirmed }: PasskeyProofProps) {
  const confirm = useConfirmByPasskey();
  const outcome = useAccountOutcome();

  const button = useRef<HTMLButtonElement>(null);

  // The dialog may have opened before, to find out what to ask for.
  useEffect(() => {
    if (isMain) button.current?.focus();
  }, [isMain]);

  async function start() {
    outcome.clear();
    try {
      await confirm.mutateAsync();
      onConfirmed();
    } catch (error) {
      outcome.showError(error, failureText(error, 'Error al confirmar'));
    }
  }

  return (
    <>
      <OutcomeMessages outcome={outcome} />
      <BusyButton
        ref={button}
        variant={isMain ? 'filled' : 'subtle'}
        {...(isMain && { size: 'lg', 'data-autofocus': true })}
        leftSection={<IconFingerprint size={20} aria-hidden />}
        onClick={() => void start()}
        isBusy={confirm.isPending}
        busyLabel="Esperando tu llave…"
      >
        Usar una llave de acceso
      </BusyButton>
    </>
  );
}

const labels: Record<ProofKind, string> = { password: 'Usar mi contraseña', code: 'Usar un código' };

interface OtherProofsProps {
  kinds: readonly ProofKind[];
  onChoose: (kind: ProofKind) => void;
}

/** The ways to confirm the identity by typing, apart from the shown one. */
const OtherProofs = ({ kinds, onChoose }: OtherProofsProps) =>
  kinds.map(kind => (
    <Button key={kind} variant="subtle" onClick={() => onChoose(kind)}>
      {labels[kind]}
    </Button>
  ));
