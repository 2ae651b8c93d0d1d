import { IconFingerprint } from '@tabler/icons-react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useConfirmByPasskey } from '../../api/confirm-by-passkey.ts';
import { failureText } from '../../passkey-failure.ts';
import { useAccountOutcome } from '../profile/use-account-outcome.ts';

/** Confirms the identity by one of the account's passkeys. */
export function PasskeyProof({ onConfirmed }: { onConfirmed: () => void }) {
  const confirm = useConfirmByPasskey();
  const outcome = useAccountOutcome();

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
        variant="subtle"
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
