import { Button } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { Link, Navigate, useRouter } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useCountdown } from '../../../components/use-countdown.ts';
import { greeting } from '../greeting.ts';
import { clearPendingReturn, pendingReturn } from '../pending-return.ts';
import { preferredName } from '../preferred-name.ts';
import classes from './verification-succeeded.module.css';

const COUNTDOWN_SECONDS = 5;

interface Props {
  user: User;
  /** Another account was signed in here until now. */
  hasSwitchedAccount: boolean;
}

/** The account is verified and signed in; redirects after a countdown: to where the sign-up came from, else to /welcome. */
export function VerificationSucceeded({ user, hasSwitchedAccount }: Props) {
  const secondsLeft = useCountdown(COUNTDOWN_SECONDS);
  const [returnPath] = useState(pendingReturn);
  useEffect(clearPendingReturn, []);
  if (secondsLeft === 0 && returnPath === undefined) return <Navigate to="/welcome" replace />;
  return (
    <>
      <PageHeading title="¡Tu correo está verificado!" />
      <EmptyState
        drawing="people"
        title={greeting(user)}
        text="Tu cuenta ya está activa y tu sesión, iniciada."
      />
      {hasSwitchedAccount && (
        <p className={classes.account}>
          Entraste como <strong>{preferredName(user)}</strong>, con el correo <strong>{user.email}</strong>.
          La sesión de la otra cuenta que estaba abierta aquí se cerró.
        </p>
      )}
      {/* role="timer" is not a live region, so screen readers do not announce every second. */}
      <p style={{ margin: '0 0 1rem', textAlign: 'center' }}>
        <span>{`${returnPath === undefined ? 'Te llevamos a tu bienvenida' : 'Te llevamos a donde estabas'} en `}</span>
        <span role="timer">{secondsLeft}</span>
        <span>{` ${secondsLeft === 1 ? 'segundo' : 'segundos'}.`}</span>
      </p>
      {returnPath === undefined ? (
        <Button component={Link} to="/welcome" fullWidth size="lg">
          Continuar
        </Button>
      ) : (
        <ReturnButton path={returnPath} isTime={secondsLeft === 0} />
      )}
    </>
  );
}

interface ReturnProps {
  path: string;
  /** The countdown is over. */
  isTime: boolean;
}

/** A link to a path of this site, which only the address of an earlier page gave. */
function ReturnButton({ path, isTime }: ReturnProps) {
  const { history } = useRouter();
  useEffect(() => {
    if (isTime) history.replace(path);
  }, [isTime, history, path]);
  const go = (event: MouseEvent) => {
    event.preventDefault();
    history.push(path);
  };
  return (
    <Button component="a" href={path} onClick={go} fullWidth size="lg">
      Continuar
    </Button>
  );
}
