import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { OutcomePage } from '../../../components/outcome-page.tsx';
import { useCountdown } from '../../../components/use-countdown.ts';

/** Spec 000 section 9. */
const REDIRECT_SECONDS = 3;

/** Confirms the new password, then redirects to /login. */
export function PasswordResetDone({ message }: { message: string }) {
  const secondsLeft = useCountdown(REDIRECT_SECONDS);
  if (secondsLeft === 0) return <Navigate to="/login" replace />;
  return (
    <OutcomePage
      heading="Restablecer Contraseña"
      drawing="people"
      title={message}
      text="Serás redirigido al login en unos segundos..."
    >
      <Button component={Link} to="/login" replace fullWidth size="lg">
        Volver al login
      </Button>
    </OutcomePage>
  );
}
