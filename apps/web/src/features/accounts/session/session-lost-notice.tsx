import { useEffect } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import classes from '../sign-in.module.css';
import { useSessionLost } from './use-session-lost.ts';

const LOST = 'Tu sesión se cerró. Entra de nuevo para seguir donde estabas.';

/** Explains the sign-in screen to a user whose session in this tab was lost; renders an empty region otherwise. */
export function SessionLostNotice() {
  const isLost = useSessionLost();
  const { message, show } = useTimedMessage();
  // Set in an effect because screen readers announce a change only in a live region that is already rendered.
  useEffect(() => {
    if (isLost) show(LOST, { stays: true });
  }, [isLost, show]);
  return (
    <div className={message ? classes.notice : undefined}>
      <MessageBox kind="info" message={message} />
    </div>
  );
}
