import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { UnsubscribeView } from '../../../features/notifications/unsubscribe-view.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/dejar-correos')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/dejar-correos', search.token, location) }),
  component: UnsubscribePage,
});

function UnsubscribePage() {
  const { token } = Route.useRouteContext();
  const isSignedIn = useUser() !== null;
  return (
    <SplitPage seed="correos">
      {/* The key resets the state for another link. */}
      <UnsubscribeView key={token} token={token} isSignedIn={isSignedIn} />
    </SplitPage>
  );
}
