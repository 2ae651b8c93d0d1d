import { Button } from '@mantine/core';
import type { NotificationKind } from '@minga/contract/notification-settings';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LinkAction } from '../../components/page/link-action.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OutcomePage } from '../../components/page/outcome-page.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { siteName } from '../../lib/site-name.ts';
import { isBadLink, subscriptionQuery, useUnsubscribe } from './api.ts';
import { kindNames } from './model.ts';

interface Props {
  token: string | undefined;
  /** A signed-in user gets a link to all preferences. */
  isSignedIn: boolean;
}

/** /dejar-correos, the page of an e-mail's unsubscribe link, for mail programs without an unsubscribe button. */
export function UnsubscribeView({ token, isSignedIn }: Props) {
  if (token === undefined) return <UnsubscribeBadLink isSignedIn={isSignedIn} />;
  return <UnsubscribeForm token={token} isSignedIn={isSignedIn} />;
}

function UnsubscribeForm({ token, isSignedIn }: Props & { token: string }) {
  const { data, error, isPending, refetch } = useQuery(subscriptionQuery(token));
  const unsubscribe = useUnsubscribe();
  if (isBadLink(error)) return <UnsubscribeBadLink isSignedIn={isSignedIn} />;
  if (isPending) return <LoadingStatus text="Buscando qué correos son…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Dejar de recibir correos" />
        <ErrorPanel error={error} retry={() => void refetch()} />
      </>
    );
  const { kind, hasAccount } = data;
  return (
    <LinkAction
      token={token}
      mutation={unsubscribe}
      heading="¿Dejar de recibir estos correos?"
      lead={`Ya no te llegarán ${kindNames[kind].mails}. Los demás correos de ${siteName} siguen igual.`}
      label="Dejar de recibirlos"
      busyLabel="Guardando..."
      hint="¿Fue sin querer? Cierra esta página: sin tu confirmación, nada cambia."
      fallback="Error al guardar tu decisión"
      renderDone={() => <UnsubscribeDone kind={kind} hasAccount={hasAccount} isSignedIn={isSignedIn} />}
      renderFailure={() => <UnsubscribeBadLink isSignedIn={isSignedIn} />}
    />
  );
}

interface UnsubscribeDoneProps {
  kind: NotificationKind;
  hasAccount: boolean;
  isSignedIn: boolean;
}

/** Confirms the unsubscription and says how to subscribe again. */
const UnsubscribeDone = ({ kind, hasAccount, isSignedIn }: UnsubscribeDoneProps) => (
  <OutcomePage
    heading="Listo"
    title={`Ya no te enviaremos ${kindNames[kind].mails}`}
    text={hasAccount ? 'Si cambias de idea, actívalos otra vez en «Configurar Notificaciones».' : undefined}
  >
    <UnsubscribeLinks isSignedIn={isSignedIn} />
  </OutcomePage>
);

/** Shown for a truncated or expired link. */
const UnsubscribeBadLink = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <PageHeading
      title="Este enlace ya no sirve"
      lead="No está completo o es de hace más de un año. El de un correo más reciente sí funciona; y si tienes cuenta, en «Configurar Notificaciones» eliges qué avisos recibes."
    />
    <UnsubscribeLinks isSignedIn={isSignedIn} />
  </>
);

/** Links a signed-in user to the preferences and others to the activities. */
const UnsubscribeLinks = ({ isSignedIn }: { isSignedIn: boolean }) =>
  isSignedIn ? (
    <Button
      fullWidth
      size="lg"
      mt="lg"
      renderRoot={props => <Link to="/tasks/notificaciones" hash="avisos" {...props} />}
    >
      Elegir mis avisos
    </Button>
  ) : (
    <Button fullWidth size="lg" mt="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver la agenda
    </Button>
  );
