import { ApiError } from './api.ts';

/**
 * Was it told what became of a call? Without an answer of our server's own (the line dropped, the reply was cut off, a
 * proxy's page came instead) the work may have been done all the same: ask, before anybody is told of a failure.
 */
export function isDefinitiveResponse(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (error.code === 'NO_CONNECTION') return false;
  const isDone = error.status < 300 || error.status >= 500;
  return error.code !== 'UNREADABLE' || !isDone;
}
