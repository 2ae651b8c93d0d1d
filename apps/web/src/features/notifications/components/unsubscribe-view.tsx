import { Stack } from '@mantine/core';
import type { NotificationKind } from '@minga/contract/notification-settings';
import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { isBadLink, subscriptionQuery, useUnsubscribe } from '../api/unsubscribe.ts';
import { kindNames } from '../kinds.ts';
import { UnsubscribeBadLink } from './unsubscribe-bad-link.tsx';
import { UnsubscribeDone } from './unsubscribe-done.tsx';

interface Props {
  token: string | undefined;
  /** A signed-in user gets a link to all preferences. */
  isSignedIn: boolean;
}

/**
 * /dejar-correos, the page of an e-mail's unsubscribe link, for mail programs without an unsubscribe button. Only its button
 * unsubscribes, because mail scanners open links.
 */
export function UnsubscribeView({ token, isSignedIn }: Props) {
  if (token === undefined) return <UnsubscribeBadLink isSignedIn={isSignedIn} />;
  return <UnsubscribeForm token={token} isSignedIn={isSignedIn} />;
}

function UnsubscribeForm({ token, isSignedIn }: Props & { token: string }) {
  const { data, error, isPending, refetch } = useQuery(subscriptionQuery(token));
  if (isBadLink(error)) return <UnsubscribeBadLink isSignedIn={isSignedIn} />;
  if (isPending) return <LoadingStatus text="Buscando qué correos son…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Dejar de recibir correos" />
        <ErrorPanel error={error} retry={() => void refetch()} />
      </>
    );
  return <Confirmation kind={data.kind} hasAccount={data.hasAccount} token={token} isSignedIn={isSignedIn} />;
}

interface ConfirmationProps {
  kind: NotificationKind;
  hasAccount: boolean;
  token: string;
  isSignedIn: boolean;
}

function Confirmation({ kind, hasAccount, token, isSignedIn }: ConfirmationProps) {
  const { mutate, isPending, isSuccess, error } = useUnsubscribe(token);
  if (isSuccess) return <UnsubscribeDone kind={kind} hasAccount={hasAccount} isSignedIn={isSignedIn} />;
  if (isBadLink(error)) return <UnsubscribeBadLink isSignedIn={isSignedIn} />;
  return (
    <>
      <PageHeading
        title="¿Dejar de recibir estos correos?"
        lead={`Ya no te llegarán ${kindNames[kind].mails}. Los demás correos de Minga siguen igual.`}
      />
      <Stack gap="md">
        <MessageBox
          kind="error"
          message={
            error && {
              sentences: errorSentences(error, 'Error al guardar tu decisión'),
              isVisible: !isPending,
            }
          }
        />
        <BusyButton size="lg" fullWidth onClick={() => mutate()} isBusy={isPending} busyLabel="Guardando...">
          Dejar de recibirlos
        </BusyButton>
        <p style={{ margin: 0 }}>¿Fue sin querer? Cierra esta página: sin tu confirmación, nada cambia.</p>
      </Stack>
    </>
  );
}
