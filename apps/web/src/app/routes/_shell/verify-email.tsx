import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { EmailVerification } from '../../../features/accounts/components/email-verification.tsx';

export const Route = createFileRoute('/_shell/verify-email')({
  // Named even when there is none: the router would pass on the empty text of the address.
  validateSearch: (search): { token?: string | undefined } => ({
    token: typeof search.token === 'string' && search.token !== '' ? search.token : undefined,
  }),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const { token } = Route.useSearch();
  return (
    <SplitPage seed="correo">
      {/* Another link is another verification. */}
      <EmailVerification key={token} token={token} />
    </SplitPage>
  );
}
