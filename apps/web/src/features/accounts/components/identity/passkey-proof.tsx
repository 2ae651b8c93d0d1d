import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useConfirmByPasskey } from '../../api/confirm-by-passkey.ts';
import { failureText } from '../../passkey-failure.ts';
import { useAccountOutcome } from '../profile/use-account-outcome.ts';

interface Props {
  /** The passkey is what the dialog asks for, instead of another way. */
  isMain: boolean;
  onConfirmed: () => void;
}

/** Confirms the identity by one of the account's passkeys. */
export function PasskeyProof({ isMain, onConfirmed }: Props) {
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
