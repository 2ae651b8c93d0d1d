import { PageHeading } from '../../../components/page-heading.tsx';
import { UnsubscribeWays } from './unsubscribe-ways.tsx';

/** A link that was cut off, or is too old. */
export const UnsubscribeBadLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <PageHeading
      title="Este enlace ya no sirve"
      lead="No está completo o es de hace más de un año. El de un correo más reciente sí funciona; y si tienes cuenta, en tu perfil eliges qué avisos recibes."
    />
    <UnsubscribeWays isSignedIn={isSignedIn} />
  </>
);
