import * as z from 'zod/mini';
import { KEPT_HOURS, youngerThan } from './bell-list.ts';
import { type Entry, entry } from './entry.ts';

/** After a write that failed only this is tried (spec 001 section 9). */
const KEPT_AFTER_FAILURE_HOURS = 12;

const PREFIX = 'minga.notifications.';
export const copyKey = (userId: string): string => PREFIX + userId;

const copy = z.array(entry);

/** What this browser kept of somebody's bell, for when the server cannot be reached; nothing older than 24 hours. */
export function readCopy(userId: string, now: Date): Entry[] {
  try {
    const read = copy.safeParse(JSON.parse(localStorage.getItem(copyKey(userId)) ?? '[]'));
    return read.success ? youngerThan(KEPT_HOURS, read.data, now) : [];
  } catch {
    return [];
  }
}

export function writeCopy(userId: string, entries: readonly Entry[], now: Date): void {
  if (write(userId, entries)) return;
  // What is left of room may do for the newest.
  write(userId, youngerThan(KEPT_AFTER_FAILURE_HOURS, entries, now));
}

function write(userId: string, entries: readonly Entry[]): boolean {
  try {
    if (entries.length === 0) localStorage.removeItem(copyKey(userId));
    else localStorage.setItem(copyKey(userId), JSON.stringify(entries));
    return true;
  } catch {
    return false;
  }
}

/** On a shared phone nobody should find what others were told: all copies but that of who is signed in now. */
export function forgetCopies(exceptUserId?: string): void {
  try {
    const kept = exceptUserId === undefined ? null : copyKey(exceptUserId);
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== kept) localStorage.removeItem(key);
    }
  } catch {}
}
