import { inTime } from './patience.ts';

/** Each answer of the server bears a number. What answers in its place does not: a proxy, a network that wants a sign-in. */
export const bearsMark = (response: Response): boolean => response.headers.has('x-request-id');

/** Is it what was asked for, and from the server? */
export const isOurs = (response: Response): boolean =>
  response.ok && !response.redirected && bearsMark(response);

/** What the server, or what stands before it, says when it cannot answer. */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Does the server say this, be it good or bad? */
export async function isServers(response: Response): Promise<boolean> {
  // Where a redirection leads, and from whom it is, browsers do not tell.
  if (response.type !== 'opaqueredirect') return bearsMark(response) && !isAway(response);
  const sign = await inTime(fetch('/healthz', { credentials: 'omit', cache: 'no-store', redirect: 'error' }));
  return sign !== null && isOurs(sign);
}
