import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';

/** Instead of the panel while the site requires a second factor that the viewer has not set up. */
export const FactorRequired = () => (
  <EmptyState
    drawing="people"
    title="Falta activar tu segundo factor"
    text="En este sitio, para administrar hace falta un segundo factor además de la contraseña: una aplicación de códigos o una llave de acceso. Toma dos minutos."
  >
    <Button renderRoot={props => <Link to="/profile" hash="seguridad" {...props} />}>
      Activarlo en mi perfil
    </Button>
  </EmptyState>
);
