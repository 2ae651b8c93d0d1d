import type { NotificationKind } from '@minga/contract/notification-settings';
import type { NotificationType } from '@minga/contract/notifications';
import { type ReportReason, reportReasonNames } from '@minga/contract/report-reasons';
import { zonedTime } from '../../platform/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The kind of each type. Accounts enable and disable kinds. */
const kinds: Record<NotificationType, NotificationKind> = {
  reminder: 'reminder',
  attendance: 'attendance',
  cancellation: 'attendance',
  change: 'change',
  deletion: 'change',
  place: 'change',
  approval: 'moderation',
  rejection: 'moderation',
  report: 'moderation',
  publication: 'follow',
  message: 'messages',
};

export const kindOf = (type: NotificationType): NotificationKind => kinds[type];

export const hourBefore = (now: Date): Date => new Date(now.getTime() - HOUR_MS);

/** The title in announcements of an activity that is not public, which must not contain the organiser's text. */
export const NOT_SHOWN = '';

/** Delivered notifications remain in the bell for a day (docs/rules.md R5.3). */
export const listedSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Older notifications are neither delivered nor retained. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS);

/** Older unsubscribe links have expired. */
export const linksValidSince = (now: Date): Date => new Date(now.getTime() - 365 * DAY_MS);

/** Attendees are notified once of all edits within ten minutes of the first. */
export const changeDueAt = (firstEdit: Date): Date => new Date(firstEdit.getTime() + 10 * MINUTE_MS);

/** Identical messages after this time are sent once, because the sender may repeat one whose response was lost. */
export const repeatedSince = (now: Date): Date => new Date(now.getTime() - 10 * MINUTE_MS);

/**
 * If the last digest was sent before this time, the next one may be sent: an account receives at most one gathered e-mail of each
 * type an hour (docs/decisions/0050-gathered-mails.md).
 */
export const digestAllowedBefore = (now: Date): Date => hourBefore(now);

/** Maximum number of immediate e-mails about new activities to an account within an hour. The rest is gathered. */
export const INSTANT_MAILS_AN_HOUR = 3;

/** The due time of the gathered e-mail, an hour after the first e-mail of the last hour. */
export const gatheredUntil = (firstOfHour: Date): Date => new Date(firstOfHour.getTime() + HOUR_MS);

interface Facts {
  readonly date: Date;
  readonly place: string;
}

/** Whether attendees are notified: date or place differ, and the old or the new date is not past. */
export const shouldNotifyChange = (before: Facts, after: Facts, now: Date): boolean =>
  (before.date.getTime() !== after.date.getTime() || before.place !== after.place) &&
  (before.date >= now || after.date >= now);

interface AttendanceEntry {
  readonly attendanceId: string;
  readonly name: string;
  readonly isConfirmed: boolean;
}

/** Drops the entries of attendees who both confirmed and cancelled since the last digest. */
export function netAttendanceChanges<Entry extends AttendanceEntry>(entries: readonly Entry[]): Entry[] {
  const idsOf = (isConfirmed: boolean) =>
    new Set(
      entries.filter(entry => entry.isConfirmed === isConfirmed).map(({ attendanceId }) => attendanceId),
    );
  const [confirmed, cancelled] = [idsOf(true), idsOf(false)];
  return entries.filter(({ attendanceId }) => !(confirmed.has(attendanceId) && cancelled.has(attendanceId)));
}

const DIGEST_HOUR = 8;

/** The next 08:00 in the site's time zone, when followers get their daily digest (docs/rules.md R14.7). */
export function followDigestDueAt(now: Date, timeZone: string): Date {
  const local = zonedTime(now, timeZone);
  const today = local.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } });
  const next = today.epochMilliseconds > now.getTime() ? today : today.add({ days: 1 });
  return new Date(next.epochMilliseconds);
}

/** The reasons as a phrase that follows 'por', for example 'engaño o fraude y muestra datos personales'. */
export const reasonsInWords = (reasons: readonly ReportReason[]): string =>
  new Intl.ListFormat('es').format(
    reasons.map(reason => {
      const name = reportReasonNames[reason];
      return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    }),
  );

/** Sentence stating that the same applies to other occurrences of the series. */
export const otherOccurrencesSentence = (count: number): string =>
  count === 1
    ? 'Lo mismo vale para otra fecha de esta serie en la que estás.'
    : `Lo mismo vale para otras ${count} fechas de esta serie en las que estás.`;

/** Phrase with the number of occurrences of a series, for example ', en sus 12 fechas'; empty for a single activity. */
export const occurrencesPhrase = (dates: number): string => (dates === 1 ? '' : `, en sus ${dates} fechas`);

/** The same for activities of a series, of a followed calendar, or of both: ', con otras 13 de su calendario'. */
export function othersPhrase(group: readonly { readonly seriesId: string | null }[]): string {
  const [first, ...others] = group;
  if (others.every(({ seriesId }) => seriesId !== null && seriesId === first?.seriesId))
    return occurrencesPhrase(group.length);
  return others.length === 1
    ? ', con otra de su calendario'
    : `, con otras ${others.length} de su calendario`;
}

/** The content of an e-mail, which becomes an item of a list if several are gathered within an hour. */
export interface DigestItem {
  /** The item is dropped if this activity has been deleted when the e-mail is sent. Null if the item is always sent. */
  readonly activityId: string | null;
  /** The subject of the e-mail if this is the only item. */
  readonly subject: string;
  readonly greeting: 'hello' | 'good-news' | 'thanks';
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** A sentence about what the recipient can do next, or null. */
  readonly note: string | null;
  /** The page to open, with a path relative to the public origin; null if there is none. */
  readonly link: { readonly path: string; readonly label: string } | null;
  /** The reason why the recipient receives the e-mail. */
  readonly reason: string;
}

/** The due work that notifies owners of an approval. Its key is the activity's id. */
export const APPROVALS = 'approvals';
