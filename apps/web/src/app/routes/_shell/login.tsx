import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import { HelpLink } from '../../../components/help-link.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { LoginForm } from '../../../features/accounts/login-form.tsx';
import { GuestGate } from '../../../features/accounts/session/guest-gate.tsx';
import { PendingSignOutNotice } from '../../../features/accounts/session/pending-sign-out-notice.tsx';
import { loginSearch } from '../../../features/accounts/session/return-path.ts';
import { SessionLostNotice } from '../../../features/accounts/session/session-lost-notice.tsx';
import { useHasSignedOut } from '../../../features/accounts/session/signed-out.ts';
import { useSessionLost } from '../../../features/accounts/session/use-session-lost.ts';

const RETURNING = 'Entra con tu cuenta, o crea una: después vuelves a donde estabas.';
const SIGNED_OUT = 'Cerraste tu sesión. Aquí puedes volver a entrar cuando quieras.';

export const Route = createFileRoute('/_shell/login')({
  validateSearch: loginSearch,
  component: LoginPage,
});

function LoginPage() {
  const { volver, recuperar } = Route.useSearch();
  const navigate = useNavigate();
  const hasSignedOut = useHasSignedOut();
  const isLost = useSessionLost();
  const forgetRecovery = () => navigate({ to: '.', search: { volver }, replace: true, resetScroll: false });

  return (
    <GuestGate returnPath={volver}>
      <SplitPage seed="entrar">
        <PageHeading title="Iniciar sesión" lead={isLost ? undefined : leadText(hasSignedOut, volver)} />
        <SessionLostNotice />
        <PendingSignOutNotice />
        <LoginForm
          isRecoveryOpen={recuperar !== undefined}
          onRecoveryClose={recuperar === undefined ? undefined : forgetRecovery}
        />
        <p>
          ¿Todavía no tienes cuenta?{' '}
          <Link to="/register" search={{ volver }}>
            Crea una
          </Link>
        </p>
        <HelpLink to="preguntas#no-puedo-entrar">¿Problemas para entrar?</HelpLink>
      </SplitPage>
    </GuestGate>
  );
}

function leadText(hasSignedOut: boolean, returnPath: string | undefined): string {
  if (hasSignedOut) return SIGNED_OUT;
  return returnPath === undefined ? 'Qué bueno verte de nuevo.' : RETURNING;
}
