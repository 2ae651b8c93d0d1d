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
import { useShownSessions } from './use-shown-sessions.ts';

interface Props {
  sessions: readonly OpenSession[];
  /** The button that had the focus went away with its session. */
  onGone: () => void;
}

/** The open sessions. To end the present one is to sign out. */
export function SessionList({ sessions, onGone }: Props) {
  const logout = useLogout();
  const endOne = useEndOneSession();
  const endOthers = useEndOtherSessions();
  const [isAsking, setAsking] = useState(false);
  const outcome = useOutcome();
  const { list, shown, showAll } = useShownSessions(sessions);
  const now = new Date();
  const hasOthers = sessions.some(session => !session.isCurrent);

  function end({ _id, isCurrent }: OpenSession) {
    outcome.clear();
    if (isCurrent) return logout.mutate();
    endOne.mutate(_id, {
      onSuccess: () => {
        onGone();
        outcome.succeed('Cerramos esa sesión');
      },
      onError: error => outcome.fail(error, 'Error al cerrar la sesión'),
    });
  }

  function endAllOthers() {
    outcome.clear();
    endOthers.mutate(undefined, {
      onSuccess: () => outcome.succeed('Cerramos tus otras sesiones'),
      onError: error => outcome.fail(error, 'Error al cerrar las otras sesiones'),
      onSettled: () => {
        setAsking(false);
        onGone();
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
          <Button variant="default" onClick={() => setAsking(true)}>
            Cerrar las demás
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="¿Cerrar las demás sesiones?"
        confirmLabel="Cerrar las demás"
        busyLabel="Cerrando…"
        isBusy={endOthers.isPending}
        onConfirm={endAllOthers}
        onCancel={() => setAsking(false)}
      >
        En los otros dispositivos habrá que iniciar sesión de nuevo. En este sigues adentro.
      </ConfirmDialog>
    </>
  );
}
