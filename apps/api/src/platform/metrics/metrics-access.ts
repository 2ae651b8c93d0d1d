import { timingSafeEqual } from 'node:crypto';
import { type Caller, isLocalRequest } from '../http/is-local-request.ts';
import { hashToken } from '../tokens.ts';

/** Allows requests with the token, and requests of programs on the same machine. */
export function canReadMetrics(caller: Caller, token: string | null): boolean {
  const given = /^Bearer (.+)$/i.exec(caller.headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== null && timingSafeEqual(hashToken(given), hashToken(token));
  return isLocalRequest(caller);
}
