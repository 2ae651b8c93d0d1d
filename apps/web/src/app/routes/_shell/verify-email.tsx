import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { EmailVerification } from '../../../features/accounts/email-verification.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/verify-email')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/verify-email', search.token, location) }),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="correo">
      {/* The key resets the state for another link. */}
      <EmailVerification key={token} token={token} />
    </SplitPage>
  );
}
