import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OutcomePage } from '../../../components/outcome-page.tsx';

export const VerificationSent = () => (
  <OutcomePage
    heading="Revisa tu correo"
    title="Email de verificación enviado exitosamente. Revisa tu bandeja de entrada."
    text="Si no lo ves en unos minutos, mira también en la carpeta de spam."
  >
    <Button component={Link} to="/login" fullWidth size="lg">
      Ir a iniciar sesión
    </Button>
  </OutcomePage>
);
