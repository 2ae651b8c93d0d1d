import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LinkAction } from '../../../components/link-action.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { isBadLink, subscriptionQuery, useUnsubscribe } from '../api/unsubscribe.ts';
import { kindNames } from '../kinds.ts';
import { UnsubscribeBadLink } from './unsubscribe-bad-link.tsx';
import { UnsubscribeDone } from './unsubscribe-done.tsx';

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
      lead={`Ya no te llegarán ${kindNames[kind].mails}. Los demás correos de Minga siguen igual.`}
      label="Dejar de recibirlos"
      busyLabel="Guardando..."
      hint="¿Fue sin querer? Cierra esta página: sin tu confirmación, nada cambia."
      fallback="Error al guardar tu decisión"
      renderDone={() => <UnsubscribeDone kind={kind} hasAccount={hasAccount} isSignedIn={isSignedIn} />}
      renderFailure={() => <UnsubscribeBadLink isSignedIn={isSignedIn} />}
    />
  );
}
