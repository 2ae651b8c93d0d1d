import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { sessionQuery, useLogout } from '../../../features/accounts/session/session.ts';
import { InvitationView } from '../../../features/teams/invitation-view.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/invitacion')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/invitacion', search.token, location) }),
  component: InvitationPage,
});

function InvitationPage() {
  const { token } = Route.useRouteContext();
  const { data: viewer, isPending } = useQuery(sessionQuery);
  const logout = useLogout();
  const navigate = useNavigate();

  async function switchAccount() {
    // Signs out in this browser even if the request fails.
    await logout.mutateAsync().catch(() => {});
    await navigate({ to: '/login', search: { volver: '/invitacion' } });
  }

  return (
    <SplitPage seed="invitacion">
      {isPending ? (
        <>
          <PageHeading title="Tu invitación" />
          <LoadingStatus text="Cargando sesión..." />
        </>
      ) : (
        // The key resets the state for another link.
        <InvitationView key={token} token={token} viewer={viewer ?? null} onSwitchAccount={switchAccount} />
      )}
    </SplitPage>
  );
}
