import { createFileRoute, Link } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SplitPage } from '../../../components/split-page.tsx';
import { GuestGate } from '../../../features/accounts/components/guest-gate.tsx';
import { RegisterForm } from '../../../features/accounts/components/register-form.tsx';

export const Route = createFileRoute('/_shell/register')({ component: RegisterPage });

function RegisterPage() {
  return (
    <GuestGate>
      <SplitPage seed="registro">
        <PageHeading
          title="Crear cuenta"
          lead="Con ella publicas actividades y llevas la cuenta de quién va."
        />
        <RegisterForm />
        <p>
          ¿Ya tienes cuenta? <Link to="/login">Inicia sesión</Link>
        </p>
      </SplitPage>
    </GuestGate>
  );
}
