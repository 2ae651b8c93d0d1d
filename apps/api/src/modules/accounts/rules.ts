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

/** Has the session ended by itself? */
export function isExpired(session: { createdAt: Date; lastSeenAt: Date }, role: Role, now: Date): boolean {
  const { idleSeconds, mostSeconds } = sessionLife(role);
  const secondsSince = (moment: Date) => (now.getTime() - moment.getTime()) / 1000;
  return secondsSince(session.lastSeenAt) >= idleSeconds || secondsSince(session.createdAt) >= mostSeconds;
}

/** A session's last use is written down at most this often: a write per request would cost more than it tells. */
export const SEEN_EVERY_SECONDS = MINUTE;

export const FREE_FAILURES = 5;
export const LONGEST_REFUSAL_SECONDS = 15 * MINUTE;
/** After a quiet day earlier failures no longer count. */
export const FAILURES_FORGOTTEN_SECONDS = DAY;
