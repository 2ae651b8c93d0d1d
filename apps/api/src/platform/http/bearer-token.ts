import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer(?: +(?<token>.*))?$/i;

/** The token of `Authorization: Bearer …`, '' if it is missing; undefined for other schemes and without the header. */
export function readBearer({ authorization }: IncomingHttpHeaders): string | undefined {
  const match = BEARER.exec(authorization?.trim() ?? '');
  return match === null ? undefined : (match.groups?.token ?? '');
}
