import { createFileRoute, redirect } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { PasswordReset } from '../../../features/accounts/components/password-reset.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    resetToken?: string;
  }
}

export const Route = createFileRoute('/_shell/reset-password')({
  // Named even when there is none: the router would pass on the empty text of the address.
  validateSearch: (search): { token?: string | undefined } => ({
    token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
  }),
  // The token goes on out of sight: the address bar, the browser's history and its copies elsewhere are read by others.
  beforeLoad: ({ search, location }) => {
    if (search.token !== undefined) {
      throw redirect({ to: '/reset-password', state: { resetToken: search.token }, replace: true });
    }
    const token = location.state.resetToken;
    if (token === undefined) throw redirect({ to: '/login', replace: true });
    return { token };
  },
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="recuperar">
      {/* Another link is another reset. */}
      <PasswordReset key={token} token={token} />
    </SplitPage>
  );
}
