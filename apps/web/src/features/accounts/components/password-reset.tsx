import { Link } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useResetPassword } from '../api/reset-password.ts';
import { PasswordResetDone } from './password-reset-done.tsx';
import { PasswordResetForm } from './password-reset-form.tsx';

/** The page of the recovery e-mail's link (docs/rules.md R2.6). */
export function PasswordReset({ token }: { token: string }) {
  const reset = useResetPassword();
  if (reset.data) return <PasswordResetDone message={reset.data.message} />;
  return (
    <>
      <PageHeading
        title="Restablecer Contraseña"
        lead="Elige la que vas a usar desde ahora. Por seguridad, se cerrarán tus sesiones en todos los dispositivos."
      />
      <PasswordResetForm token={token} reset={reset} />
      <p>
        <Link to="/login">Volver al login</Link>
      </p>
    </>
  );
}
