import { useEffect, useState } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useUser } from '../api/session.ts';
import { useVerifyEmail } from '../api/verify-email.ts';
import { AlreadyVerified } from './already-verified.tsx';
import { VerificationFailed } from './verification-failed.tsx';
import { VerificationSent } from './verification-sent.tsx';
import { VerificationSucceeded } from './verification-succeeded.tsx';

const DELAY_MS = 1500;
const MISSING_TOKEN = ['Token de verificación no encontrado en la URL'];

/** The page of the mailed link (spec 000 section 2): verifying, then success, or an error with a form for a new link. */
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
    const hasSwitchedAccount = context !== undefined && context._id !== data.user._id;
    return <VerificationSucceeded user={data.user} hasSwitchedAccount={hasSwitchedAccount} />;
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
  const errorProps = { sentences: error ? errorMessages(error) : MISSING_TOKEN, onSent: () => setSent(true) };
  if (user && isInvalidLink(error)) return <AlreadyVerified user={user} {...errorProps} />;
  return <VerificationFailed retry={isNetworkError(error) ? reset : undefined} {...errorProps} />;
}

/** The token is used, expired, wrong or missing: retrying cannot succeed. */
const isInvalidLink = (error: Error | null) =>
  error === null || (error instanceof ApiError && error.code === 'INVALID_TOKEN');

const isNetworkError = (error: Error | null) => error !== null && 'status' in error && error.status === 0;

const errorMessages = (error: Error) =>
  errorSentences(
    error,
    isNetworkError(error) ? 'Error de conexión al verificar email' : 'Error al verificar el email',
  );
