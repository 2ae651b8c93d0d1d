import { Button } from '@mantine/core';
import type { OpenSession } from '@minga/contract/profile';
import { ItemList } from '../../../../components/item-list.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useEndOneSession } from '../../api/end-one-session.ts';
import { useLogout } from '../../api/logout.ts';
import { EndOtherSessions } from './end-other-sessions.tsx';
import { SessionRow } from './session-row.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';
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
  const outcome = useAccountOutcome();
  const { list, shown, showAll } = useVisibleSessions(sessions);
  const now = new Date();

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

  return (
    <>
      <ItemList ref={list}>
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
      </ItemList>
      {shown.length < sessions.length && (
        <div>
          <Button variant="default" onClick={showAll}>{`Mostrar las ${sessions.length} sesiones`}</Button>
        </div>
      )}
      <OutcomeMessages outcome={outcome} />
      <EndOtherSessions
        hasOthers={sessions.some(session => !session.isCurrent)}
        outcome={outcome}
        onSessionEnded={onSessionEnded}
      />
    </>
  );
}
