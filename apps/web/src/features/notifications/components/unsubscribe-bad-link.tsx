import { PageHeading } from '../../../components/page-heading.tsx';
import { UnsubscribeLinks } from './unsubscribe-links.tsx';

/** Shown for a truncated or expired link. */
export const UnsubscribeBadLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <PageHeading
      title="Este enlace ya no sirve"
      lead="No está completo o es de hace más de un año. El de un correo más reciente sí funciona; y si tienes cuenta, en «Configurar Notificaciones» eliges qué avisos recibes."
    />
    <UnsubscribeLinks isSignedIn={isSignedIn} />
  </>
);
