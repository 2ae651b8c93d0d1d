import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import type { Bell, Entry } from './entry.ts';

// Spec 001 sections 4 and 9.
const DUPLICATE_MS = 5_000;
const BADGE_MAX = 99;
const HOUR_MS = 3_600_000;
export const RETENTION_HOURS = 24;

type Entries = readonly Entry[];

const moment = ({ timestamp }: Entry) => Date.parse(timestamp);

/** Does it follow `first`, about the same activity, so soon that nobody need be told of it? */
const follows = (first: Entry, next: Entry) =>
  first.id !== next.id &&
  first.taskId !== null &&
  first.taskId === next.taskId &&
  Math.abs(moment(next) - moment(first)) < DUPLICATE_MS;

/** … and does it say the same, so that it is not worth a line of its own? Two people who confirm are two lines. */
const repeats = (first: Entry, next: Entry) => follows(first, next) && first.message === next.message;

/** Does an arrival come alone, about its activity? */
export const isWorthTelling = (entries: Entries, arrival: Entry): boolean =>
  !entries.some(entry => follows(entry, arrival));

/** The newest first, as many as the bell holds. */
const inOrder = (entries: Entries): Entry[] =>
  entries.toSorted((one, other) => moment(other) - moment(one)).slice(0, NOTIFICATIONS_MAX);

/** What is shown: of those about one activity within 5 s only the first. */
export function withoutDuplicates(entries: Entries): Entry[] {
  const shown: Entry[] = [];
  for (const next of entries.toReversed()) {
    if (!shown.some(first => repeats(first, next))) shown.unshift(next);
  }
  return shown;
}

/** The ids of a line and of those that it stands for: they are read and removed with it. */
export function idsBehind(entries: Entries, id: string): string[] {
  const shown = entries.find(entry => entry.id === id);
  return entries.filter(entry => entry.id === id || (shown && repeats(shown, entry))).map(entry => entry.id);
}

/** With what has just arrived; what is known already comes once, and what has no room any more is counted. */
export function withArrival({ entries, unlisted }: Bell, arrival: Entry): Bell {
  const all = [arrival, ...entries.filter(({ id }) => id !== arrival.id)];
  const listed = inOrder(all);
  return { entries: listed, unlisted: unlisted + unreadIn(all).length - unreadIn(listed).length };
}

/**
 * The server's list and its count of what is unread, which are the truth, and what only this browser knows: local entries,
 * and what has arrived since the server was asked, when `asked` was known.
 */
export function merged(
  fromServer: Entries,
  unread: number,
  { known, asked, now }: { known: Entries; asked: Entries; now: Date },
): Bell {
  const old = new Set([...fromServer, ...asked].map(({ id }) => id));
  const local = known.filter(({ isLocal }) => isLocal);
  const arrived = known.filter(({ id, isLocal, isRestored }) => !isLocal && !isRestored && !old.has(id));
  return {
    entries: inOrder([...fromServer, ...arrived, ...youngerThan(RETENTION_HOURS, local, now)]),
    unlisted: Math.max(0, unread - unreadIn(fromServer).length),
  };
}

export const youngerThan = (hours: number, entries: Entries, now: Date): Entry[] =>
  entries.filter(entry => now.getTime() - moment(entry) < hours * HOUR_MS);

/** The ids of what came then or before. */
export const idsUntil = (entries: Entries, until: string): string[] =>
  entries.filter(entry => moment(entry) <= Date.parse(until)).map(({ id }) => id);

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
