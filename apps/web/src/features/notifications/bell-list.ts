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

/** Each person who confirms or cancels has an entry: so many of one activity share a line. */
const GROUP_MIN = 3;
const GROUP_TITLES: Readonly<Record<string, string>> = {
  attendance: 'asistencias nuevas',
  cancellation: 'asistencias canceladas',
};

/** The entries that share a line with this one, itself included. */
function groupOf(entries: Entries, { type, taskId }: Entry): Entries {
  if (!(type in GROUP_TITLES) || taskId === null) return [];
  const group = entries.filter(entry => entry.type === type && entry.taskId === taskId);
  return group.length < GROUP_MIN ? [] : group;
}

/** The lines to show: the newest entry of a group with the number of all. It is unread while one of them is. */
export function groupedLines(entries: Entries): Entry[] {
  return entries.flatMap(entry => {
    const group = groupOf(entries, entry);
    if (group.length === 0) return [entry];
    if (group[0] !== entry) return [];
    const { type, message } = entry;
    const title = `${group.length} ${GROUP_TITLES[type]}`;
    const others = `${message.replace(/\.$/, '')} · y ${group.length - 1} más`;
    return [{ ...entry, title, message: others, read: group.every(({ read }) => read) }];
  });
}

/** The ids of the entries of a line, with their duplicates: they are read and removed together. */
export function idsOfLine(entries: Entries, id: string): string[] {
  const shown = entries.filter(entry => entry.id === id);
  const line = shown.flatMap(entry => [entry, ...groupOf(withoutDuplicates(entries), entry)]);
  return entries
    .filter(entry => line.some(first => first.id === entry.id || isDuplicate(first, entry)))
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
