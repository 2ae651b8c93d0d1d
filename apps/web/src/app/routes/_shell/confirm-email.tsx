import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { EmailConfirmation } from '../../../features/accounts/profile/email-confirmation.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/confirm-email')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/confirm-email', search.token, location) }),
  component: ConfirmEmailPage,
});

function ConfirmEmailPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="correo">
      {/* The key resets the state for another link. */}
      <EmailConfirmation key={token} token={token} />
    </SplitPage>
  );
}
