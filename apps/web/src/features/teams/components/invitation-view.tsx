import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { invitationOffer, isBadInvitation, useAcceptInvitation } from '../api.ts';
import { clearPendingInvitation, pendingInvitation, storePendingInvitation } from '../pending-invitation.ts';
import type { Viewer } from '../viewer.ts';
import { InvitationAccepted } from './invitation-accepted.tsx';
import { InvitationQuestion } from './invitation-question.tsx';
import { InvitationUnusable } from './invitation-unusable.tsx';

interface Props {
  /** Of the mailed link. After a sign-in it is not in the address. */
  token: string | undefined;
  /** Null without a session. */
  viewer: Viewer | null;
  /** Signs out, and back in with another account. */
  onSwitchAccount: () => void;
}

/** /invitacion, the page of an invitation's link. Only its button accepts, because mail scanners open links. */
export function InvitationView({ token: linkToken, ...props }: Props) {
  const [token] = useState(() => linkToken ?? pendingInvitation());
  if (token === undefined) return <InvitationUnusable isIncomplete />;
  return <Invitation token={token} {...props} />;
}

function Invitation({ token, ...props }: Omit<Props, 'token'> & { token: string }) {
  const { data: offer, error, refetch } = useQuery(invitationOffer(token));
  const accept = useAcceptInvitation();
  const isBad = isBadInvitation(error) || isBadInvitation(accept.error);

  useEffect(() => {
    if (isBad || accept.isSuccess) clearPendingInvitation();
    else storePendingInvitation(token);
  }, [token, isBad, accept.isSuccess]);

  if (accept.isSuccess) return <InvitationAccepted offer={accept.data} />;
  if (isBad) return <InvitationUnusable />;
  if (offer === undefined && error) return <ErrorPanel error={error} retry={refetch} isWholePage />;
  if (offer === undefined) {
    return (
      <>
        <PageHeading title="Tu invitación" />
        <LoadingStatus text="Abriendo tu invitación…" />
      </>
    );
  }
  return (
    <InvitationQuestion
      offer={offer}
      accept={() => accept.mutate(token)}
      isAccepting={accept.isPending}
      error={accept.error}
      {...props}
    />
  );
}
