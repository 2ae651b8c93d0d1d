import { Button } from '@mantine/core';
import type { OpenSession } from '@minga/contract/profile';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { ItemList, ItemRow } from '../../../components/item-list.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { useEndOneSession, useEndOtherSessions } from '../password-api.ts';
import { useLogout } from '../session/session.ts';
import { useAccountOutcome } from './use-account-outcome.ts';

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

const INITIAL_COUNT = 5;

/** The current session first, then the others in their order. Limited to five until `showAll` is called. */
function useVisibleSessions(sessions: readonly OpenSession[]) {
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));

  function showAll() {
    flushSync(() => setExpanded(true));
    // The focused button is unmounted: move the focus to the first row that was added.
    list.current?.querySelectorAll('li')[INITIAL_COUNT]?.focus();
  }

  return { list, shown: isExpanded ? ordered : ordered.slice(0, INITIAL_COUNT), showAll };
}

interface SessionRowProps {
  session: OpenSession;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { _id, device, address, isCurrent, isPhone, createdAt, lastSeenAt } = session;
  return (
    <ItemRow
      id={_id}
      icon={isPhone ? IconDeviceMobile : IconDeviceDesktop}
      name={device}
      mark={isCurrent && 'Esta sesión'}
      action={
        <BusyButton
          variant="default"
          aria-label={`${isEnding ? 'Cerrando…' : 'Cerrar sesión'}: ${device}`}
          onClick={onEnd}
          isBusy={isEnding}
          busyLabel="Cerrando…"
        >
          Cerrar sesión
        </BusyButton>
      }
    >
      <p>{`Último uso: ${timeAgo(lastSeenAt, now())}`}</p>
      {address && <p>{`Dirección de red: ${address}`}</p>}
      <p>{`Abierta desde el ${longDate(createdAt)}`}</p>
    </ItemRow>
  );
}

interface EndOtherSessionsProps {
  hasOthers: boolean;
  outcome: ReturnType<typeof useAccountOutcome>;
  onSessionEnded: () => void;
}

/** Ends all sessions except the current one, after a confirmation. Mounted without a button if there are no others. */
function EndOtherSessions({ hasOthers, outcome, onSessionEnded }: EndOtherSessionsProps) {
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
