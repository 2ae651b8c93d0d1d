import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import type { Bell, Entry } from './entry.ts';

// Spec 001 sections 4 and 9.
const DUPLICATE_MS = 5_000;
const BADGE_MAX = 99;
const HOUR_MS = 3_600_000;
export const RETENTION_HOURS = 24;

type Entries = readonly Entry[];

const timeOf = ({ timestamp }: Entry) => Date.parse(timestamp);

/** Whether `next` is about the same activity as `first` and within 5 s of it. */
const isSoonAfter = (first: Entry, next: Entry) =>
  first.id !== next.id &&
  first.taskId !== null &&
  first.taskId === next.taskId &&
  Math.abs(timeOf(next) - timeOf(first)) < DUPLICATE_MS;

/** Whether `next` also has the same message and is not listed. Confirmations of two people are both listed. */
const isDuplicate = (first: Entry, next: Entry) => isSoonAfter(first, next) && first.message === next.message;

/** Whether an arrival is announced: not within 5 s of another one about its activity. */
export const shouldAnnounce = (entries: Entries, arrival: Entry): boolean =>
  !entries.some(entry => isSoonAfter(entry, arrival));

/** Newest first, up to the maximum of the bell. */
const newestFirst = (entries: Entries): Entry[] =>
  entries.toSorted((one, other) => timeOf(other) - timeOf(one)).slice(0, NOTIFICATIONS_MAX);

/** The entries to list: of duplicates only the first. */
export function withoutDuplicates(entries: Entries): Entry[] {
  const shown: Entry[] = [];
  for (const next of entries.toReversed()) {
    if (!shown.some(first => isDuplicate(first, next))) shown.unshift(next);
  }
  return shown;
}

/** The ids of a listed entry and of its duplicates, which are read and removed with it. */
export function idsWithDuplicates(entries: Entries, id: string): string[] {
  const shown = entries.find(entry => entry.id === id);
  return entries
    .filter(entry => entry.id === id || (shown && isDuplicate(shown, entry)))
    .map(entry => entry.id);
}

/** Adds an arrival, or replaces the entry with its id. Unread entries beyond the maximum are counted as unlisted. */
export function withArrival({ entries, unlisted }: Bell, arrival: Entry): Bell {
  const all = [arrival, ...entries.filter(({ id }) => id !== arrival.id)];
  const listed = newestFirst(all);
  return { entries: listed, unlisted: unlisted + unreadIn(all).length - unreadIn(listed).length };
}

/**
 * Merges the server's list and unread count with the entries that only this browser has: local ones, and those that arrived
 * during the request. `atRequest` are the entries from before the request.
 */
export function mergeBell(
  fromServer: Entries,
  unread: number,
  { known, atRequest, now }: { known: Entries; atRequest: Entries; now: Date },
): Bell {
  const old = new Set([...fromServer, ...atRequest].map(({ id }) => id));
  const local = known.filter(({ isLocal }) => isLocal);
  const arrived = known.filter(({ id, isLocal, isRestored }) => !isLocal && !isRestored && !old.has(id));
  return {
    entries: newestFirst([...fromServer, ...arrived, ...youngerThan(RETENTION_HOURS, local, now)]),
    unlisted: Math.max(0, unread - unreadIn(fromServer).length),
  };
}

export const youngerThan = (hours: number, entries: Entries, now: Date): Entry[] =>
  entries.filter(entry => now.getTime() - timeOf(entry) < hours * HOUR_MS);

/** The ids of the entries up to this time. */
export const idsUntil = (entries: Entries, until: string): string[] =>
  entries.filter(entry => timeOf(entry) <= Date.parse(until)).map(({ id }) => id);

export const without = (entries: Entries, ids: readonly string[]): Entry[] =>
  entries.filter(({ id }) => !ids.includes(id));

export const readIn = (entries: Entries, ids: readonly string[]): Entry[] =>
  entries.map(entry => (ids.includes(entry.id) ? { ...entry, read: true } : entry));

export const unreadIn = (entries: Entries): Entry[] => entries.filter(({ read }) => !read);

/** '3', '99+'; null when there is nothing to count. */
export function badgeText(unread: number): string | null {
  if (unread === 0) return null;
  return unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
}
