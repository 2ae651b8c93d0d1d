import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { siteName } from '../../../lib/site-name.ts';
import classes from '../sign-in.module.css';
import { isSignOutPending } from './pending-sign-out.ts';
import { sessionQuery } from './session.ts';

const PENDING = `Saliste en este dispositivo, pero no había conexión con ${siteName}. Allá se cerrará tu sesión en cuanto vuelva.`;
/** Retry interval of a visible page: each session check first retries the pending sign-out. */
const RETRY_MS = 20_000;

/** Shown while an offline sign-out has not reached the server yet. */
export function PendingSignOutNotice() {
  // `isSignOutPending` reads storage, so a session check must re-render this even if its result is unchanged.
  useQuery({
    ...sessionQuery,
    refetchInterval: () => isSignOutPending() && RETRY_MS,
    refetchOnReconnect: () => !isSignOutPending() || 'always',
    notifyOnChangeProps: 'all',
  });
  const isPending = isSignOutPending();
  const { message, show, clear } = useTimedMessage();
  useEffect(() => {
    if (isPending) show(PENDING, { stays: true });
    else clear();
  }, [isPending, show, clear]);
  return (
    <div className={message ? classes.notice : undefined}>
      <MessageBox kind="warning" message={message} />
    </div>
  );
}
