import { createFileRoute, Link } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { RegisterForm } from '../../../features/accounts/register-form.tsx';
import { GuestGate } from '../../../features/accounts/session/guest-gate.tsx';
import { registerSearch } from '../../../features/accounts/session/return-path.ts';

export const Route = createFileRoute('/_shell/register')({
  validateSearch: registerSearch,
  component: RegisterPage,
});

function RegisterPage() {
  const { volver } = Route.useSearch();
  return (
    <GuestGate returnPath={volver}>
      <SplitPage seed="registro">
        <PageHeading
          title="Crear cuenta"
          lead="Con ella sigues colectivos, ves a dónde vas y publicas tus actividades."
        />
        <RegisterForm returnPath={volver} />
        <p>
          ¿Ya tienes cuenta?{' '}
          <Link to="/login" search={{ volver }}>
            Inicia sesión
          </Link>
        </p>
      </SplitPage>
    </GuestGate>
  );
}
