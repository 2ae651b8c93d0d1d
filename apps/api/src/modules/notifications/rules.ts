import type { NotificationKind, NotificationType } from '@minga/contract/notifications';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The kind of a notification, as people turn it on and off. */
const kinds: Record<NotificationType, NotificationKind> = {
  reminder: 'reminder',
  attendance: 'attendance',
  cancellation: 'attendance',
  change: 'change',
  deletion: 'change',
  approval: 'moderation',
  rejection: 'moderation',
};

export const kindOf = (type: NotificationType): NotificationKind => kinds[type];

/** What has come to a screen stays in the bell this long (spec 001 section 9). */
export const shownSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Nobody is handed what is older, and it is removed. */
export const oldestKept = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS);

/** A letter's link to end such letters works this long. */
export const oldestLink = (now: Date): Date => new Date(now.getTime() - 365 * DAY_MS);

/** Edits that follow one another are told as one, this long after the first. */
export const changeDueAt = (firstEdit: Date): Date => new Date(firstEdit.getTime() + 10 * MINUTE_MS);

/** Who mailed the owner before this may do so again. */
export const lastDigestBefore = (now: Date): Date => new Date(now.getTime() - 10 * MINUTE_MS);

interface Facts {
  readonly date: Date;
  readonly place: string;
}

/** Is there something to tell: another date or place, of what has not been over before and after? */
export const isWorthTelling = (before: Facts, after: Facts, now: Date): boolean =>
  (before.date.getTime() !== after.date.getTime() || before.place !== after.place) &&
  (before.date >= now || after.date >= now);

interface Coming {
  readonly attendanceId: string;
  readonly name: string;
  readonly isComing: boolean;
}

/** What is left to tell of who came and went: who did both in between is not worth a line. */
export function netNews<News extends Coming>(entries: readonly News[]): News[] {
  const idsOf = (isComing: boolean) =>
    new Set(entries.filter(entry => entry.isComing === isComing).map(({ attendanceId }) => attendanceId));
  const [came, left] = [idsOf(true), idsOf(false)];
  return entries.filter(({ attendanceId }) => !(came.has(attendanceId) && left.has(attendanceId)));
}
