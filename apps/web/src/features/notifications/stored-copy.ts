import { KEPT_HOURS, youngerThan } from './bell-list.ts';
import { type Bell, bell, EMPTY_BELL } from './entry.ts';

/** After a write that failed only this is tried (spec 001 section 9). */
const KEPT_AFTER_FAILURE_HOURS = 12;

const PREFIX = 'minga.notifications.';
export const copyKey = (userId: string): string => PREFIX + userId;

/** What this browser kept of somebody's bell, for when the server cannot be reached; nothing older than 24 hours. */
export function readCopy(userId: string, now: Date): Bell {
  try {
    const read = bell.safeParse(JSON.parse(localStorage.getItem(copyKey(userId)) ?? 'null'));
    return read.success ? youngCopy(KEPT_HOURS, read.data, now) : EMPTY_BELL;
  } catch {
    return EMPTY_BELL;
  }
}

export function writeCopy(userId: string, copy: Bell, now: Date): void {
  if (write(userId, copy)) return;
  // What is left of room may do for the newest.
  write(userId, youngCopy(KEPT_AFTER_FAILURE_HOURS, copy, now));
}

/** What is not listed is older than all that is. */
function youngCopy(hours: number, { entries, unlisted }: Bell, now: Date): Bell {
  const kept = youngerThan(hours, entries, now);
  return { entries: kept, unlisted: kept.length === entries.length ? unlisted : 0 };
}

function write(userId: string, copy: Bell): boolean {
  try {
    if (copy.entries.length === 0) localStorage.removeItem(copyKey(userId));
    else localStorage.setItem(copyKey(userId), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** On a shared phone nobody should find what others were told: all that is kept but that of who is signed in now. */
export function forgetCopies(exceptUserId?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const isOwn = exceptUserId !== undefined && key.startsWith(copyKey(exceptUserId));
      if (key.startsWith(PREFIX) && !isOwn) localStorage.removeItem(key);
    }
  } catch {}
}
