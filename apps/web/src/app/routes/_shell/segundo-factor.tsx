import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { FactorReset } from '../../../features/accounts/profile/factor-reset.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/segundo-factor')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/segundo-factor', search.token, location) }),
  component: SecondFactorPage,
});

function SecondFactorPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="segundo-factor">
      {/* The key resets the state for another link. */}
      <FactorReset key={token} token={token} />
    </SplitPage>
  );
}
