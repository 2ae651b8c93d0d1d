import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LinkAction } from '../../../components/page/link-action.tsx';
import { FailurePage, OutcomePage } from '../../../components/page/outcome-page.tsx';
import { useCancelFactorReset } from '../security-api.ts';

/** The page of the mailed link that cancels the removal of the second factor. */
export const FactorReset = ({ token }: { token: string | undefined }) => (
  <LinkAction
    token={token}
    mutation={useCancelFactorReset()}
    heading="Tu segundo factor"
    lead="La administración va a quitarlo porque alguien dijo que perdió el celular y los códigos. Puedes detenerlo aquí."
    label="Detener y dejar todo como está"
    busyLabel="Deteniendo…"
    hint="¿Sí lo pediste? Cierra esta página: no tienes que hacer nada."
    fallback="Error al detener el cambio"
    renderDone={({ message }) => (
      <OutcomePage
        title={message}
        text="Si no lo pediste tú, alguien quiere entrar a tu cuenta: pon una contraseña nueva."
      >
        <ProfileButton label="Ir a mi perfil" />
      </OutcomePage>
    )}
    renderFailure={sentences => (
      <FailurePage heading="Este enlace no sirve" sentences={sentences}>
        <ProfileButton label="Ver mi seguridad" />
      </FailurePage>
    )}
  />
);

const ProfileButton = ({ label }: { label: string }) => (
  <Button component={Link} to="/profile" fullWidth size="lg">
    {label}
  </Button>
);
