import { ApiError } from '../../../lib/api.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { useUser } from '../api/session.ts';
import { AlreadyVerified } from './already-verified.tsx';
import { VerificationFailed } from './verification-failed.tsx';

const MISSING_TOKEN = ['Token de verificación no encontrado en la URL'];

interface Props {
  /** Null: the URL has no token. */
  error: Error | null;
  /** Offered if the server was not reached. */
  retry: () => void;
  onSent: () => void;
}

/** The link cannot be read or used: the reason, and a form for a new link. */
export function VerificationError({ error, retry, onSent }: Props) {
  const user = useUser();
  const sentences = error ? errorMessages(error) : MISSING_TOKEN;
  if (user && isInvalidLink(error))
    return <AlreadyVerified user={user} sentences={sentences} onSent={onSent} />;
  const offered = isNetworkError(error) ? retry : undefined;
  return <VerificationFailed retry={offered} sentences={sentences} onSent={onSent} />;
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
