import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/split-page.tsx';
import { EmailVerification } from '../../../features/accounts/components/email-verification.tsx';

export const Route = createFileRoute('/_shell/verify-email')({
  validateSearch: (search): { token?: string } =>
    typeof search.token === 'string' && search.token !== '' ? { token: search.token } : {},
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
