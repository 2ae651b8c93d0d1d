import { Button } from '@mantine/core';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { dayDate } from '../../../../lib/dates.ts';
import { useRemoveTotp } from '../../api/remove-totp.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  since: string;
  /** Without the app they are asked for after the password. */
  hasPasskeys: boolean;
  onRemoved: () => void;
}

/** The authenticator app in force, with the way to remove it. */
export function ActiveFactor({ since, hasPasskeys, onRemoved }: Props) {
  const remove = useRemoveTotp();
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();

  async function confirm() {
    dialog.close();
    outcome.clear();
    try {
      await remove.mutateAsync();
      onRemoved();
    } catch (error) {
      outcome.showError(error, 'Error al quitar la aplicación de códigos');
    }
  }

  return (
    <>
      <p style={{ margin: 0 }}>
        <strong>{`Aplicación de códigos activa desde el ${dayDate(new Date(since))}.`}</strong> Cuando entras
        te pedimos un código de tu aplicación.
      </p>
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="outline" color="clay" onClick={dialog.open}>
          Quitar la aplicación de códigos
        </Button>
      </div>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Quitar la aplicación de códigos?"
          confirmLabel="Quitar"
          onConfirm={confirm}
          onCancel={dialog.close}
        >
          <p>
            {hasPasskeys
              ? 'Desde ahora, después de tu contraseña te pedimos una llave de acceso o un código de recuperación.'
              : 'Desde ahora basta tu contraseña para entrar, y los códigos de recuperación dejan de servir.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
