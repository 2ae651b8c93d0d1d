import { createFileRoute, redirect } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { PasswordReset } from '../../../features/accounts/password-reset.tsx';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

export const Route = createFileRoute('/_shell/reset-password')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => {
    const token = takeLinkToken('/reset-password', search.token, location);
    if (token === undefined) throw redirect({ to: '/login', replace: true });
    return { token };
  },
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="recuperar">
      {/* The key resets the state for another link. */}
      <PasswordReset key={token} token={token} />
    </SplitPage>
  );
}
