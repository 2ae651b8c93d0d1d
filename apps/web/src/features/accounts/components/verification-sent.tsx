import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';

export function VerificationSent() {
  return (
    <>
      <PageHeading title="Revisa tu correo" />
      <div role="status">
        <EmptyState
          drawing="letter"
          title="Email de verificación enviado exitosamente. Revisa tu bandeja de entrada."
          text="Si no lo ves en unos minutos, mira también en la carpeta de spam."
        />
      </div>
      <Button component={Link} to="/login" fullWidth size="lg">
        Ir a iniciar sesión
      </Button>
    </>
  );
}
