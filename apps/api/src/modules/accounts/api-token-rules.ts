import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '@minga/contract/api-tokens';
import { invalid } from '../../platform/errors.ts';
import { isToken, newToken } from '../../platform/tokens.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PREFIX = 'minga_';
/** Of the random characters, shown in lists. */
const SHOWN = 4;

/** Its prefix lets scanners of published code recognise it. */
export const newApiToken = (): string => `${PREFIX}${newToken()}`;

export const isApiToken = (value: string): boolean =>
  value.startsWith(PREFIX) && isToken(value.slice(PREFIX.length));

export const shownPrefix = (token: string): string => token.slice(0, PREFIX.length + SHOWN);

/** When a token expires that is created now. Rejects with 400 if it would have expired already, or lives too long. */
export function expiryOf(wanted: string | undefined, now: Date): Date {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  if (wanted === undefined) return inDays(TOKEN_DAYS_DEFAULT);
  const expiresAt = new Date(wanted);
  if (expiresAt <= now) throw invalid(['La fecha de vencimiento debe ser futura']);
  // One day more: the same day of the next year, in leap years and in every time zone.
  if (expiresAt > inDays(TOKEN_DAYS_MAX + 1)) throw invalid(['Un token vence a más tardar en un año']);
  return expiresAt;
}
