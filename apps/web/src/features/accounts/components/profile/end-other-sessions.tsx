import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { useEndOtherSessions } from '../../api/end-other-sessions.ts';
import type { useAccountOutcome } from './use-account-outcome.ts';

interface Props {
  hasOthers: boolean;
  outcome: ReturnType<typeof useAccountOutcome>;
  onSessionEnded: () => void;
}

/** Ends all sessions except the current one, after a confirmation. Mounted without a button if there are no others. */
export function EndOtherSessions({ hasOthers, outcome, onSessionEnded }: Props) {
  const endOthers = useEndOtherSessions();
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  function end() {
    outcome.clear();
    // React Query skips these callbacks if this component is unmounted.
    endOthers.mutate(undefined, {
      onSuccess: () => outcome.showSuccess('Cerramos tus otras sesiones'),
      onError: error => outcome.showError(error, 'Error al cerrar las otras sesiones'),
      onSettled: () => {
        setConfirmOpen(false);
        onSessionEnded();
      },
    });
  }

  return (
    <>
      {hasOthers && (
        <div>
          <Button variant="default" onClick={() => setConfirmOpen(true)}>
            Cerrar las demás
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirmOpen}
        title="¿Cerrar las demás sesiones?"
        confirmLabel="Cerrar las demás"
        busyLabel="Cerrando…"
        isBusy={endOthers.isPending}
        onConfirm={end}
        onCancel={() => setConfirmOpen(false)}
      >
        En los otros dispositivos habrá que iniciar sesión de nuevo. En este sigues adentro.
      </ConfirmDialog>
    </>
  );
}
