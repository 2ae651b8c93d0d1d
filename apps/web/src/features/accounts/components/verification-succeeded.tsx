import { Button } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { Link, Navigate } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useCountdown } from '../../../components/use-countdown.ts';
import { greeting } from '../greeting.ts';
import { preferredName } from '../preferred-name.ts';
import classes from './verification-succeeded.module.css';

const COUNTDOWN_SECONDS = 5;

interface Props {
  user: User;
  /** Another account was signed in here until now. */
  hasSwitchedAccount: boolean;
}

/** The account is verified and signed in; redirects to /welcome after a countdown. */
export function VerificationSucceeded({ user, hasSwitchedAccount }: Props) {
  const secondsLeft = useCountdown(COUNTDOWN_SECONDS);
  if (secondsLeft === 0) return <Navigate to="/welcome" replace />;
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
        Te llevamos a tu bienvenida en <span role="timer">{secondsLeft}</span>{' '}
        {secondsLeft === 1 ? 'segundo' : 'segundos'}.
      </p>
      <Button component={Link} to="/welcome" fullWidth size="lg">
        Continuar
      </Button>
    </>
  );
}
