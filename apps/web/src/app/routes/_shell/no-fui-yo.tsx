import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { RefuseAdditionView } from '../../../features/attendance/refuse-addition-view.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/no-fui-yo')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/no-fui-yo', search.token, location) }),
  component: RefuseAdditionPage,
});

function RefuseAdditionPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="correos">
      {/* The key resets the state for another link. */}
      <RefuseAdditionView key={token} token={token} />
    </SplitPage>
  );
}
