import { Button } from '@mantine/core';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import { Link } from '@tanstack/react-router';
import { LinkAction } from '../../../components/page/link-action.tsx';
import { FailurePage, OutcomePage } from '../../../components/page/outcome-page.tsx';
import { siteName } from '../../../lib/site-name.ts';
import { useConfirmEmailChange } from '../profile-api.ts';
import { useUser } from '../session/session.ts';

/** The page of the link mailed to the new address. */
export function EmailConfirmation({ token }: { token: string | undefined }) {
  const user = useUser();
  return (
    <LinkAction
      token={token}
      mutation={useConfirmEmailChange()}
      heading="Confirma tu correo nuevo"
      lead={`Recibimos tu pedido de cambiarlo. Cuando confirmes, entrarás a ${siteName} con la dirección en la que te llegó este enlace.`}
      label="Confirmar el cambio de correo"
      busyLabel="Confirmando…"
      hint="¿No lo pediste? Cierra esta página: sin confirmar, nada cambia."
      missing="Token de confirmación no encontrado en la URL"
      fallback="Error al cambiar el correo"
      renderDone={({ message }) => (
        <OutcomePage
          title={message}
          text={`Desde ahora entras a ${siteName} con esa dirección, y ahí te escribimos.`}
        >
          <Button component={Link} to={user ? '/profile' : '/login'} fullWidth size="lg">
            {user ? 'Ir a mi perfil' : 'Iniciar sesión'}
          </Button>
        </OutcomePage>
      )}
      renderFailure={sentences => (
        <FailurePage heading="No pudimos cambiar tu correo" sentences={sentences}>
          <p>{`Tu correo sigue siendo el de antes. Los enlaces duran ${EMAIL_CHANGE_HOURS} horas y sirven una sola vez; si pides otro, solo vale el más reciente. Desde tu perfil puedes pedir uno nuevo.`}</p>
          {/* A visitor signs in first. */}
          <Button component={Link} to="/profile" fullWidth size="lg">
            Ir a mi perfil
          </Button>
        </FailurePage>
      )}
    />
  );
}
