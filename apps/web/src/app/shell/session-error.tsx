import { useQuery } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { sessionQuery } from '../../features/accounts/session.ts';
import classes from './session-error.module.css';

/** Explains why the bar has neither a visitor's nor a member's links: the session check failed. */
export function SessionError() {
  const session = useQuery(sessionQuery);
  // On guarded pages the guard shows the error.
  const isGuarded = useMatch({ from: '/_shell/_member', shouldThrow: false }) !== undefined;
  const isUnknown = session.isError && session.data === undefined && !isGuarded;
  return (
    <div role="status">
      {isUnknown && (
        <p className={classes.banner}>
          <span>{`No pudimos comprobar si tienes una sesión abierta. ${session.error.message}`}</span>
          <button type="button" className={classes.retry} onClick={() => void session.refetch()}>
            Intentar de nuevo
          </button>
        </p>
      )}
    </div>
  );
}
