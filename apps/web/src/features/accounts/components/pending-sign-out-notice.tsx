import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { sessionQuery } from '../api/session.ts';
import { isSignOutPending } from '../pending-sign-out.ts';
import classes from './session-lost-notice.module.css';

const PENDING =
  'Saliste en este dispositivo, pero no había conexión con Minga. Allá se cerrará tu sesión en cuanto vuelva.';
/** So often it is tried by a page that is looked at: each check of the session hands the sign-out in first. */
const AGAIN_MS = 20_000;

/** Says that a sign-out without a network has still to reach the server, as long as it has; for everybody else nothing. */
export function PendingSignOutNotice() {
  // Also a check that says the same as before renders it anew.
  useQuery({
    ...sessionQuery,
    refetchInterval: () => isSignOutPending() && AGAIN_MS,
    refetchOnReconnect: () => !isSignOutPending() || 'always',
    notifyOnChangeProps: 'all',
  });
  const isPending = isSignOutPending();
  const { message, say, clear } = useTimedMessage();
  useEffect(() => {
    if (isPending) say(PENDING, { stays: true });
    else clear();
  }, [isPending, say, clear]);
  return (
    <div className={message ? classes.notice : undefined}>
      <MessageBox kind="warning" message={message} />
    </div>
  );
}
