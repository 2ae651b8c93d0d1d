import { Button } from '@mantine/core';
import type { OpenSession } from '@minga/contract/profile';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { useEndOneSession } from '../../api/end-one-session.ts';
import { useEndOtherSessions } from '../../api/end-other-sessions.ts';
import { useLogout } from '../../api/logout.ts';
import { OutcomeMessages } from './outcome-messages.tsx';
import classes from './session-list.module.css';
import { SessionRow } from './session-row.tsx';
import { useOutcome } from './use-outcome.ts';
import { useVisibleSessions } from './use-visible-sessions.ts';

interface Props {
  sessions: readonly OpenSession[];
  /** Called when a session's row, and the focus with it, is removed. */
  onSessionEnded: () => void;
}

/** The open sessions. Ending the current one signs the user out. */
export function SessionList({ sessions, onSessionEnded }: Props) {
  const logout = useLogout();
  const endOne = useEndOneSession();
  const endOthers = useEndOtherSessions();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const outcome = useOutcome();
  const { list, shown, showAll } = useVisibleSessions(sessions);
  const now = new Date();
  const hasOthers = sessions.some(session => !session.isCurrent);

  function end({ _id, isCurrent }: OpenSession) {
    outcome.clear();
    if (isCurrent) return logout.mutate();
    endOne.mutate(_id, {
      onSuccess: () => {
        onSessionEnded();
        outcome.showSuccess('Cerramos esa sesión');
      },
      onError: error => outcome.showError(error, 'Error al cerrar la sesión'),
    });
  }

  function endAllOthers() {
    outcome.clear();
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
      <ul ref={list} className={classes.list}>
        {shown.map(session => (
          <SessionRow
            key={session._id}
            session={session}
            now={now}
            isEnding={
              session.isCurrent ? logout.isPending : endOne.isPending && endOne.variables === session._id
            }
            onEnd={() => end(session)}
          />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <div>
          <Button variant="default" onClick={showAll}>
            Mostrar las {sessions.length} sesiones
          </Button>
        </div>
      )}
      <OutcomeMessages outcome={outcome} />
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
        onConfirm={endAllOthers}
        onCancel={() => setConfirmOpen(false)}
      >
        En los otros dispositivos habrá que iniciar sesión de nuevo. En este sigues adentro.
      </ConfirmDialog>
    </>
  );
}
