import { createFileRoute, Link } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SplitPage } from '../../../components/split-page.tsx';
import { GuestGate } from '../../../features/accounts/components/guest-gate.tsx';
import { LoginForm } from '../../../features/accounts/components/login-form.tsx';
import { ownPath } from '../../../features/accounts/return-path.ts';

export const Route = createFileRoute('/_shell/login')({
  validateSearch: (search): { volver?: string } => {
    const volver = ownPath(search.volver);
    return volver === undefined ? {} : { volver };
  },
  component: LoginPage,
});

function LoginPage() {
  return (
    <GuestGate wanted={Route.useSearch().volver}>
      <SplitPage seed="entrar">
        <PageHeading title="Iniciar sesión" lead="Qué bueno verte de nuevo." />
        <LoginForm />
        <p>
          ¿Todavía no tienes cuenta? <Link to="/register">Crea una</Link>
        </p>
      </SplitPage>
    </GuestGate>
  );
}
