import { useEffect, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useVerifyEmail } from '../api/verify-email.ts';
import { VerificationFailed } from './verification-failed.tsx';
import { VerificationSent } from './verification-sent.tsx';
import { VerificationSucceeded } from './verification-succeeded.tsx';

const DELAY_MS = 1500;
const MISSING_TOKEN = ['Token de verificación no encontrado en la URL'];

/** The page behind the mailed link (spec 000 section 2): verifying, then success, or an error from which a new link is asked. */
export function EmailVerification({ token }: { token: string | undefined }) {
  const { mutate, data, error, reset } = useVerifyEmail();
  const [isSent, setSent] = useState(false);
  const isWaiting = token !== undefined && !data && !error;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => mutate(token), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, token, mutate]);

  if (data) return <VerificationSucceeded user={data.user} />;
  if (isSent) return <VerificationSent />;
  if (isWaiting) {
    return (
      <>
        <PageHeading title="Verificando tu correo" />
        <LoadingStatus text="Estamos verificando tu correo electrónico…" />
      </>
    );
  }
  return (
    <VerificationFailed
      sentences={error ? refusal(error) : MISSING_TOKEN}
      retry={isUnanswered(error) ? reset : undefined}
      onSent={() => setSent(true)}
    />
  );
}

const isUnanswered = (error: Error | null) => error !== null && 'status' in error && error.status === 0;

const refusal = (error: Error) =>
  errorSentences(
    error,
    isUnanswered(error) ? 'Error de conexión al verificar email' : 'Error al verificar el email',
  );
