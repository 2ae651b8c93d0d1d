import { Button } from '@mantine/core';
import type { User } from '@minga/contract/accounts';
import { Link, Navigate } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useCountdown } from '../../../components/use-countdown.ts';
import { greeting } from '../greeting.ts';
import { shownName } from '../shown-name.ts';
import classes from './verification-succeeded.module.css';

const COUNTDOWN_SECONDS = 5;

interface Props {
  user: User;
  /** Until now somebody else was signed in here. */
  isOther: boolean;
}

/** The account is verified and signed in; after a moment to read it, on to the welcome. */
export function VerificationSucceeded({ user, isOther }: Props) {
  const left = useCountdown(COUNTDOWN_SECONDS);
  if (left === 0) return <Navigate to="/welcome" replace />;
  return (
    <>
      <PageHeading title="¡Tu correo está verificado!" />
      <EmptyState
        drawing="people"
        title={greeting(user)}
        text="Tu cuenta ya está activa y tu sesión, iniciada."
      />
      {isOther && (
        <p className={classes.account}>
          Entraste como <strong>{shownName(user)}</strong>, con el correo <strong>{user.email}</strong>. La
          sesión de la otra cuenta que estaba abierta aquí se cerró.
        </p>
      )}
      {/* Screen readers hear once that one is led on, not every second of it. */}
      <p style={{ margin: '0 0 1rem', textAlign: 'center' }}>
        Te llevamos a tu bienvenida en <span role="timer">{left}</span> {left === 1 ? 'segundo' : 'segundos'}.
      </p>
      <Button component={Link} to="/welcome" fullWidth size="lg">
        Continuar
      </Button>
    </>
  );
}
