import { useEffect } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { useSessionLost } from '../use-session-lost.ts';
import classes from './session-lost-notice.module.css';

const LOST = 'Tu sesión se cerró. Entra de nuevo para seguir donde estabas.';

/** Why one is asked to sign in, for who was signed in in this tab and did not sign out; for everybody else nothing. */
export function SessionLostNotice() {
  const isLost = useSessionLost();
  const { message, say } = useTimedMessage();
  // Said into a region that is there already: only then do screen readers read it out.
  useEffect(() => {
    if (isLost) say(LOST, { stays: true });
  }, [isLost, say]);
  return (
    <div className={message ? classes.notice : undefined}>
      <MessageBox kind="info" message={message} />
    </div>
  );
}
