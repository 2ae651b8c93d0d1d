import { ApiError } from '../server/api.ts';

/**
 * Whether the outcome of a call is known. If there is no response of our own server (the connection was lost, the response was
 * truncated, or a proxy responded), the server may have processed the call: check before reporting an error.
 */
export function isDefinitiveResponse(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.code === 'NO_CONNECTION') return false;
  const isDone = error.status < 300 || error.status >= 500;
  return (error.code !== 'UNREADABLE' && error.code !== 'UNSPECIFIED') || !isDone;
}
