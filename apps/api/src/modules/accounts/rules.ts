import type { Role } from '@minga/contract/accounts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds that a session lives: without use, and at most (CONTRACT.md section 2). */
export function sessionLife(role: Role): { idleSeconds: number; mostSeconds: number } {
  return role === 'user'
    ? { idleSeconds: 7 * DAY, mostSeconds: 30 * DAY }
    : { idleSeconds: 3 * HOUR, mostSeconds: 12 * HOUR };
}

/** Moments after which a session must have been used and opened to be alive still. */
export interface OldestLiving {
  readonly seenAfter: Date;
  readonly openedAfter: Date;
}

export function oldestLivingSession(role: Role, now: Date): OldestLiving {
  const { idleSeconds, mostSeconds } = sessionLife(role);
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  return { seenAfter: ago(idleSeconds), openedAfter: ago(mostSeconds) };
}

/** Has the session ended by itself? */
export function isExpired(session: { createdAt: Date; lastSeenAt: Date }, role: Role, now: Date): boolean {
  const { seenAfter, openedAfter } = oldestLivingSession(role, now);
  return session.lastSeenAt <= seenAfter || session.createdAt <= openedAfter;
}

/** A session's last use is written down at most this often: a write per request would cost more than it tells. */
export const SEEN_EVERY_SECONDS = MINUTE;

export const FREE_FAILURES = 5;
export const LONGEST_REFUSAL_SECONDS = 15 * MINUTE;
/** After a quiet day earlier failures no longer count. */
export const FAILURES_FORGOTTEN_SECONDS = DAY;

/** What somebody without a session asked for by giving an address. */
export type LetterCause = 'registered' | 'resend' | 'reset';
export type LetterKind = 'verification' | 'account-exists' | 'recovery';

/**
 * Which letter an address gets (CONTRACT.md section 2); null: none. Who asks for a new password and has never verified
 * gets the link that was missed.
 */
export function emailFor(
  cause: LetterCause,
  user: { isActive: boolean } | null,
  hasRegistered: boolean,
): LetterKind | null {
  if (user === null) return hasRegistered ? 'verification' : null;
  if (cause === 'registered') return 'account-exists';
  return cause === 'reset' && user.isActive ? 'recovery' : null;
}
