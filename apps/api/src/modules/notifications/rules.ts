import type { NotificationKind } from '@minga/contract/notification-settings';
import type { NotificationType } from '@minga/contract/notifications';
import { type ReportReason, reportReasonNames } from '@minga/contract/report-reasons';
import { zonedTime } from '../../platform/local-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The kind of each type, which people switch on and off. */
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

/** The title in announcements of an activity that is not public: its attendees hear of its end without what its organiser wrote. */
export const NOT_SHOWN = '';

/** Delivered notifications stay in the bell for a day (docs/rules.md R5.3). */
export const listedSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/** Older notifications are neither delivered nor retained. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS);

/** Older unsubscribe links have expired. */
export const linksValidSince = (now: Date): Date => new Date(now.getTime() - 365 * DAY_MS);

/** Attendees are notified once of all edits within ten minutes of the first. */
export const changeDueAt = (firstEdit: Date): Date => new Date(firstEdit.getTime() + 10 * MINUTE_MS);

/** The same message again after this is sent once: its response may have been lost. */
export const repeatedSince = (now: Date): Date => new Date(now.getTime() - 10 * MINUTE_MS);

/**
 * A digest that was sent before this allows the next: an account gets one e-mail an hour of each type that is
 * gathered (docs/decisions/0050-gathered-mails.md).
 */
export const digestAllowedBefore = (now: Date): Date => hourBefore(now);

/** E-mails about new activities that an account gets at once within an hour; what follows is gathered until its end. */
export const INSTANT_MAILS_AN_HOUR = 3;

/** When the e-mail that gathers is due: an hour after the first of those in the last hour, or at once if a clock was wrong. */
export const gatheredUntil = (firstOfHour: Date): Date => new Date(firstOfHour.getTime() + HOUR_MS);

interface Facts {
  readonly date: Date;
  readonly place: string;
}

/** Whether attendees are notified: date or place differ, and the activity is not past both before and after. */
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

/** 'engaño o fraude y muestra datos personales', after 'por'. */
export const reasonsInWords = (reasons: readonly ReportReason[]): string =>
  new Intl.ListFormat('es').format(
    reasons.map(reason => {
      const name = reportReasonNames[reason];
      return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    }),
  );

/** Of the other occurrences of a series that the same has happened to. */
export const alsoOther = (count: number): string =>
  count === 1
    ? 'Lo mismo vale para otra fecha de esta serie en la que estás.'
    : `Lo mismo vale para otras ${count} fechas de esta serie en las que estás.`;

/** Of the occurrences of a series: ', en sus 12 fechas'; empty for one activity. */
export const ofDates = (dates: number): string => (dates === 1 ? '' : `, en sus ${dates} fechas`);

/** An e-mail about one thing, which is a part of an e-mail where several come within an hour. */
export interface DigestItem {
  /** It is left out if this activity is deleted by then; null: it is told anyway. */
  readonly activityId: string | null;
  /** Of the e-mail that is about nothing else. */
  readonly subject: string;
  readonly greeting: 'hello' | 'good-news' | 'thanks';
  readonly text: string;
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** Tells the recipient a way out; null: there is none. */
  readonly note: string | null;
  /** The page that it leads to, without the public origin; null: none. */
  readonly link: { readonly path: string; readonly label: string } | null;
  /** Why the recipient gets the e-mail. */
  readonly reason: string;
}
