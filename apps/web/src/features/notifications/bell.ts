import type { LiveNotification } from '@minga/contract/live';
import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import { type Guard, isRecord, isText, listOf } from '../../lib/storage/guards.ts';
import { safeLocalStorage } from '../../lib/storage/safe-storage.ts';

/** A line of the bell: a notification of the server, or a live connection test, which exists in this browser only. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly timestamp: string;
  readonly read: boolean;
  /** The server does not store it. */
  readonly isLocal?: boolean;
  /** It comes from the copy in this browser (lib/offline). */
  readonly isRestored?: boolean;
}

/** A user's bell: the entries, newest first, and the number of unread ones on the server that are not listed. */
export interface Bell {
  readonly entries: Entry[];
  readonly unlisted: number;
}

export const EMPTY_BELL: Bell = { entries: [], unlisted: 0 };

/** The unread entry of an arrival. Without an id from the server, every tab derives the same one. */
export function entryOf({ id, ...facts }: LiveNotification): Entry {
  return id === undefined
    ? { ...facts, id: `${facts.timestamp} ${facts.title}`, read: false, isLocal: true }
    : { ...facts, id, read: false };
}

// Spec 001 sections 4 and 9.
const DUPLICATE_MS = 5_000;
const BADGE_MAX = 99;
const HOUR_MS = 3_600_000;
const RETENTION_HOURS = 24;

export type Entries = readonly Entry[];

const timeOf = ({ timestamp }: Entry) => Date.parse(timestamp);

/** Whether `next` is about the same activity as `first` and within 5 s of it. */
const isSoonAfter = (first: Entry, next: Entry) =>
  first.id !== next.id &&
  first.taskId !== null &&
  first.taskId === next.taskId &&
  Math.abs(timeOf(next) - timeOf(first)) < DUPLICATE_MS;

/** Whether `next` also has the same message and is not listed. Confirmations of two people are both listed. */
export const isDuplicate = (first: Entry, next: Entry) =>
  isSoonAfter(first, next) && first.message === next.message;

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
const idsUntil = (entries: Entries, until: string): string[] =>
  entries.filter(entry => timeOf(entry) <= Date.parse(until)).map(({ id }) => id);

const without = (entries: Entries, ids: readonly string[]): Entry[] =>
  entries.filter(({ id }) => !ids.includes(id));

const readIn = (entries: Entries, ids: readonly string[]): Entry[] =>
  entries.map(entry => (ids.includes(entry.id) ? { ...entry, read: true } : entry));

export const unreadIn = (entries: Entries): Entry[] => entries.filter(({ read }) => !read);

/** '3', '99+'; null when there is nothing to count. */
export function badgeText(unread: number): string | null {
  if (unread === 0) return null;
  return unread > BADGE_MAX ? `${BADGE_MAX}+` : String(unread);
}

/**
 * A change of the bell by the user. `readAll` and `clear` affect all notifications up to the newest one seen, including those
 * that the list does not contain, but no later ones.
 */
export type BellChange =
  | { readonly kind: 'read'; readonly entries: readonly Named[] }
  | { readonly kind: 'remove'; readonly entries: readonly Named[] }
  | { readonly kind: 'readAll'; readonly until: string }
  | { readonly kind: 'clear'; readonly until: string };

type Named = Pick<Entry, 'id' | 'isLocal'>;

const isNamed: Guard<Named> = (value): value is Named =>
  isRecord(value) && isText(value.id) && ['undefined', 'boolean'].includes(typeof value.isLocal);

const isBellChange: Guard<BellChange> = (value): value is BellChange => {
  if (!isRecord(value)) return false;
  if (value.kind === 'read' || value.kind === 'remove') return listOf(isNamed)(value.entries);
  const isAll = value.kind === 'readAll' || value.kind === 'clear';
  return isAll && isText(value.until) && !Number.isNaN(Date.parse(value.until));
};

export function withChange({ entries, unlisted }: Bell, change: BellChange): Bell {
  const isAll = change.kind === 'readAll' || change.kind === 'clear';
  const ids = isAll ? idsUntil(entries, change.until) : change.entries.map(({ id }) => id);
  const isRead = change.kind === 'read' || change.kind === 'readAll';
  return {
    entries: isRead ? readIn(entries, ids) : without(entries, ids),
    unlisted: isAll ? 0 : unlisted,
  };
}

/** A change of the bell without a response yet. Its key is unique. */
export interface PendingChange {
  readonly key: string;
  readonly change: BellChange;
}

const isPendingChange: Guard<PendingChange> = (value): value is PendingChange =>
  isRecord(value) && isText(value.key) && isBellChange(value.change);

const PREFIX = 'minga.notifications.';
const storageKey = (userId: string): string => `${PREFIX}${userId}.pending`;

/** The changes made in this browser, also by closed tabs, that have not been sent or have no response yet. */
export const pendingChanges = (userId: string): PendingChange[] =>
  safeLocalStorage.getGuarded(storageKey(userId), listOf(isPendingChange)) ?? [];

/** The bell with the changes that the server may not know yet. */
export const withPendingChanges = (userId: string, bell: Bell): Bell =>
  pendingChanges(userId).reduce((changed, { change }) => withChange(changed, change), bell);

export const isPending = (userId: string, key: string): boolean =>
  pendingChanges(userId).some(pending => pending.key === key);

export const storePending = (userId: string, change: PendingChange): void =>
  write(userId, [...pendingChanges(userId).filter(({ key }) => key !== change.key), change]);

export const removePending = (userId: string, key: string): void =>
  write(
    userId,
    pendingChanges(userId).filter(pending => pending.key !== key),
  );

/** Where storage is full or switched off, a change lasts as long as its tab. */
function write(userId: string, changes: readonly PendingChange[]): void {
  if (changes.length === 0) safeLocalStorage.remove(storageKey(userId));
  else safeLocalStorage.set(storageKey(userId), JSON.stringify(changes));
}

/**
 * Removes the pending changes of all other users, which must not stay on a shared phone, and the copies of the bell that
 * earlier releases stored here.
 */
export function removePendingOfOthers(userId?: string): void {
  for (const key of safeLocalStorage.keys()) {
    if (key.startsWith(PREFIX) && (userId === undefined || key !== storageKey(userId))) {
      safeLocalStorage.remove(key);
    }
  }
}

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
