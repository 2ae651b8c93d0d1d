import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { EmailConfirmation } from '../../../features/accounts/components/profile/email-confirmation.tsx';

export const Route = createFileRoute('/_shell/confirm-email')({
  // Named even when there is none: the router would pass on the empty text of the address.
  validateSearch: (search): { token?: string | undefined } => ({
    token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
  }),
  component: ConfirmEmailPage,
});

function ConfirmEmailPage() {
  const { token } = Route.useSearch();
  return (
    <SplitPage seed="correo">
      {/* Another link is another change. */}
      <EmailConfirmation key={token} token={token} />
    </SplitPage>
  );
}
