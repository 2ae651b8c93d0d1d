import { RETENTION_HOURS, youngerThan } from './bell-list.ts';
import type { Bell } from './entry.ts';

/** After a failed write only younger entries are stored (docs/rules.md R5.3). */
const SHORTENED_HOURS = 12;

/** The bell as read from this browser's store, without entries older than 24 hours. */
export function restoredBell(bell: Bell, now: Date): Bell {
  const { entries, unlisted } = recentBell(RETENTION_HOURS, bell, now);
  return { entries: entries.map(entry => ({ ...entry, isRestored: true })), unlisted };
}

/** The bell to store when the whole one did not fit. */
export const shortenedBell = (bell: Bell, now: Date): Bell => recentBell(SHORTENED_HOURS, bell, now);

/** Unlisted entries are older than all listed ones. */
function recentBell(hours: number, { entries, unlisted }: Bell, now: Date): Bell {
  const recent = youngerThan(hours, entries, now);
  return { entries: recent, unlisted: recent.length === entries.length ? unlisted : 0 };
}
