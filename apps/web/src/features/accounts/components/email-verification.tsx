import { useEffect, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useUser } from '../api/session.ts';
import { useVerifyEmail } from '../api/verify-email.ts';
import { VerificationFailed } from './verification-failed.tsx';
import { VerificationNeedless } from './verification-needless.tsx';
import { VerificationSent } from './verification-sent.tsx';
import { VerificationSucceeded } from './verification-succeeded.tsx';

const DELAY_MS = 1500;
const MISSING_TOKEN = ['Token de verificación no encontrado en la URL'];

/** The page behind the mailed link (spec 000 section 2): verifying, then success, or an error from which a new link is asked. */
export function EmailVerification({ token }: { token: string | undefined }) {
  const { mutate, data, context, error, reset } = useVerifyEmail();
  const user = useUser();
  const [isSent, setSent] = useState(false);
  const isWaiting = token !== undefined && !data && !error;

  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => mutate(token), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, token, mutate]);

  if (data) {
    const isOther = context !== undefined && context._id !== data.user._id;
    return <VerificationSucceeded user={data.user} isOther={isOther} />;
  }
  if (isSent) return <VerificationSent />;
  if (isWaiting) {
    return (
      <>
        <PageHeading title="Verificando tu correo" />
        <LoadingStatus text="Estamos verificando tu correo electrónico…" />
      </>
    );
  }
  const failure = { sentences: error ? refusal(error) : MISSING_TOKEN, onSent: () => setSent(true) };
  if (user && isDeadLink(error)) return <VerificationNeedless user={user} {...failure} />;
  return <VerificationFailed retry={isUnanswered(error) ? reset : undefined} {...failure} />;
}

/** Used, too old, wrong, or none: whatever the link was for, trying it again brings nothing. */
const isDeadLink = (error: Error | null) =>
  error === null || (error instanceof ApiError && error.code === 'INVALID_TOKEN');

const isUnanswered = (error: Error | null) => error !== null && 'status' in error && error.status === 0;

const refusal = (error: Error) =>
  errorSentences(
    error,
    isUnanswered(error) ? 'Error de conexión al verificar email' : 'Error al verificar el email',
  );
