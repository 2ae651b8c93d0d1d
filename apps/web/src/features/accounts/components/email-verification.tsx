import { useEffect, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useVerifyEmail } from '../api/verify-email.ts';
import { VerificationError } from './verification-error.tsx';
import { VerificationQuestion } from './verification-question.tsx';
import { VerificationSent } from './verification-sent.tsx';
import { VerificationSucceeded } from './verification-succeeded.tsx';

const DELAY_MS = 1500;

/**
 * The page of the mailed link (docs/rules.md R2.5): a button, then verifying, then success, or an error with a form for a
 * new link. Only the button verifies: mail scanners open links, and some execute the scripts on the page.
 */
export function EmailVerification({ token }: { token: string | undefined }) {
  const { mutate, data, context, error, reset } = useVerifyEmail();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isSent, setSent] = useState(false);
  const isVerifying = token !== undefined && isConfirmed && !data && !error;

  useEffect(() => {
    if (!isVerifying) return;
    const timer = setTimeout(() => mutate(token), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isVerifying, token, mutate]);

  if (data) {
    const hasSwitchedAccount = context !== undefined && context._id !== data.user._id;
    return <VerificationSucceeded user={data.user} hasSwitchedAccount={hasSwitchedAccount} />;
  }
  if (isSent) return <VerificationSent />;
  if (isVerifying) {
    return (
      <>
        <PageHeading title="Verificando tu correo" />
        <LoadingStatus text="Estamos verificando tu correo electrónico…" />
      </>
    );
  }
  const onSent = () => setSent(true);
  if (token === undefined || error) return <VerificationError error={error} retry={reset} onSent={onSent} />;
  return <VerificationQuestion token={token} onConfirm={() => setConfirmed(true)} onSent={onSent} />;
}
