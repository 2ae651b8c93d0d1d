import { TOKEN_DAYS_DEFAULT, TOKEN_DAYS_MAX } from '@minga/contract/api-tokens';

const DAY_MS = 24 * 60 * 60 * 1000;

const after = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** When a token expires that is created now. */
export const expiryOf = (wanted: string | undefined, now: Date): Date =>
  wanted === undefined ? after(now, TOKEN_DAYS_DEFAULT) : new Date(wanted);

/** Why a token must not expire then, as a sentence; null: it may. */
export function problemOfExpiry(expiresAt: Date, now: Date): string | null {
  if (expiresAt <= now) return 'La fecha de vencimiento debe ser futura';
  // One day more: the same day of the next year, in leap years and in every time zone.
  return expiresAt > after(now, TOKEN_DAYS_MAX + 1) ? 'Un token vence a más tardar en un año' : null;
}
