import type { Activity } from '@minga/contract/activities';
import type { LocationDetails } from '@minga/contract/location';
import { locationRows } from '@minga/contract/location-texts';
import {
  CALENDAR_TYPE,
  type CalendarEvent,
  type CalendarMethod,
  calendarFile,
} from '../../../platform/calendar/calendar.ts';
import type { Executor } from '../../../platform/database/connection.ts';
import { inertProse, inertText } from '../../../platform/mail/inert-text.ts';
import type { Attachment } from '../../../platform/mail/schema.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentLocation, topicNamesOf } from '../presenter.ts';
import { activityPath } from '../rules.ts';
import {
  type CalendarRow,
  type CancelledEntry,
  countChanges,
  findCalendarRows,
  findCancelledEntry,
} from './repository.ts';

/** The length of the entry of an activity without an end, in milliseconds. */
const LENGTH_MS = 2 * 60 * 60 * 1000;

const uidOf = (id: string): string => `${id}@minga`;
const endOf = (start: Date): Date => new Date(start.getTime() + LENGTH_MS);

type CalendarParts = Pick<Platform, 'publicUrl' | 'settings' | 'site'>;

const AS_WRITTEN = { line: (text: string) => text, prose: (text: string) => text };

/** As in e-mails, since mail and calendar programs turn addresses in users' texts into links. */
const INERT = { line: inertText, prose: inertProse };

/** An activity with the data of its calendar entry. */
export interface CalendarEntry {
  readonly activity: Pick<
    Activity,
    | '_id'
    | 'title'
    | 'description'
    | 'place'
    | 'date'
    | 'endDate'
    | 'responsible'
    | 'category'
    | 'tags'
    | 'updatedAt'
    | 'source'
  > &
    LocationDetails & { readonly user: Pick<Activity['user'], 'username'> };
  readonly revision: number;
}

/** The calendar entry of an activity. `line` and `prose` escape the users' short and long texts. */
export function calendarEventOf(
  { activity, revision }: CalendarEntry,
  { publicUrl, settings }: CalendarParts,
  { line, prose } = AS_WRITTEN,
): CalendarEvent {
  const url = publicUrl + activityPath(activity._id);
  const texts = locationRows(activity).map(({ label, value }) => `${label}: ${prose(value)}`);
  const people =
    activity.responsible.length > 0 ? `Responsables: ${activity.responsible.map(line).join(', ')}` : '';
  const start = new Date(activity.date);
  return {
    uid: uidOf(activity._id),
    sequence: revision,
    status: activity.source?.isCancelled ? 'CANCELLED' : 'CONFIRMED',
    changedAt: new Date(activity.updatedAt),
    start,
    end: activity.endDate === null ? endOf(start) : new Date(activity.endDate),
    summary: line(activity.title),
    description: [prose(activity.description), ...texts, people, url]
      .filter(part => part !== '')
      .join('\n\n'),
    location: prose(activity.place),
    position: activity.location ?? undefined,
    categories: topicNamesOf({ ...activity, tags: activity.tags.map(line) }),
    url,
    // Published entries need an organiser with an address (RFC 5546); the organiser's own stays private.
    organizer: { name: line(activity.user.username), address: addressOf(settings.mailFrom) },
  };
}

/** The file name of an entry: its title in ASCII letters, digits and dashes. */
export const calendarFileName = ({ summary }: CalendarEvent): string =>
  `${plain(summary) || 'actividad'}.ics`;

const plain = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

interface Deleted {
  readonly id: string;
  readonly date: Date;
  readonly endDate?: Date | null;
  readonly revision: number;
  readonly deletedAt: Date;
}

/** The entry that cancels a deleted activity in the calendars that contain it. */
export function cancelledCalendarEvent(
  { id, date, endDate = null, revision, deletedAt }: Deleted,
  { settings, site }: Pick<Platform, 'settings' | 'site'>,
): CalendarEvent {
  return {
    uid: uidOf(id),
    sequence: revision,
    status: 'CANCELLED',
    changedAt: deletedAt,
    start: date,
    end: endDate ?? endOf(date),
    summary: 'Actividad cancelada',
    organizer: { name: site.current().name, address: addressOf(settings.mailFrom) },
  };
}

/** Extracts the address from a sender such as `Minga <hola@example.org>`. */
const addressOf = (sender: string): string => /[^<>\s]+@[^<>\s]+/.exec(sender)?.[0] ?? 'minga@localhost';

export type { CancelledEntry };
/** An exported alias for modules that store the entry until the e-mail is written. */
export const cancelledEntryOf = findCancelledEntry;

/**
 * Sets the SEQUENCE of a public entry to that of the files in e-mails, so that a person who has cancelled can add the entry again.
 */
export const withSequence = async (
  { db }: Pick<Platform, 'db'>,
  shown: CalendarEntry,
): Promise<CalendarEntry> => ({
  ...shown,
  revision: shown.revision + (await countChanges(db, shown.activity._id)),
});

/** The entry of an activity for one person. */
export interface PersonalEntry {
  readonly activityId: string;
  /** False if the person waits for a place or has none. A private location is shown only if the place is confirmed. */
  readonly isConfirmed: boolean;
}

/** Creates the one file of an e-mail with these entries, or none if their activities do not exist. */
export type CalendarFiles = (entries: readonly PersonalEntry[]) => Attachment[];

/**
 * Creates a function that builds calendar files with entries of these activities. It must be called after the change that the
 * e-mails announce.
 */
export async function createCalendarFiles(
  tx: Executor,
  activityIds: readonly string[],
  platform: CalendarParts,
): Promise<CalendarFiles> {
  const rows = activityIds.length === 0 ? [] : await findCalendarRows(tx, [...new Set(activityIds)]);
  const byId = new Map(rows.map(row => [row.id, row]));
  return entries =>
    attachmentOf(
      entries.flatMap(({ activityId, isConfirmed }) => {
        const row = byId.get(activityId);
        return row === undefined ? [] : [eventOf(row, isConfirmed, platform)];
      }),
      platform,
    );
}

/** The number of activities that one query reads. */
const ROWS_AT_ONCE = 500;

/** The entries of a subscription by one person, in order. Activities that do not exist are omitted. */
export async function personalEvents(
  db: Executor,
  entries: readonly PersonalEntry[],
  platform: CalendarParts,
): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const some = entries.slice(from, from + ROWS_AT_ONCE);
    const rows = await findCalendarRows(
      db,
      some.map(({ activityId }) => activityId),
    );
    const byId = new Map(rows.map(row => [row.id, row]));
    for (const { activityId, isConfirmed } of some) {
      const row = byId.get(activityId);
      if (row !== undefined) events.push(eventOf(row, isConfirmed, platform, AS_WRITTEN));
    }
  }
  return events;
}

function eventOf(
  row: CalendarRow,
  isConfirmed: boolean,
  platform: CalendarParts,
  texts = INERT,
): CalendarEvent {
  const activity = {
    ...row,
    ...presentLocation(row, isConfirmed),
    _id: row.id,
    date: row.date.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    user: { username: row.organiser },
    source: row.sourceHost === null ? null : { host: row.sourceHost, isCancelled: row.isSourceCancelled },
  };
  const event = calendarEventOf({ activity, revision: row.sequence }, platform, texts);
  return { ...event, status: isConfirmed || row.isSourceCancelled ? event.status : 'TENTATIVE' };
}

/**
 * A file that cancels these entries in the recipient's calendar. `title` is null if the activity is not public. CANCEL is about one
 * UID (RFC 5546, section 3.2.5), so several dates of a series are published as cancelled.
 */
export const cancellationFile = (
  ended: readonly CancelledEntry[],
  { title, deletedAt }: { readonly title: string | null; readonly deletedAt: Date },
  platform: CalendarParts,
): Attachment[] =>
  attachmentOf(
    ended.map(({ id, date, endDate, sequence }) => ({
      ...cancelledCalendarEvent(
        {
          id,
          date: new Date(date),
          endDate: endDate === null ? null : new Date(endDate),
          revision: sequence,
          deletedAt,
        },
        platform,
      ),
      ...(title !== null && { summary: inertText(title) }),
    })),
    platform,
    ended.length === 1 ? 'CANCEL' : 'PUBLISH',
  );

/** A file that cancels the entry of one activity, after an attendance of it was deleted. */
export const cancelledAttendanceFile = async (
  tx: Executor,
  { id, title }: { readonly id: string; readonly title: string },
  platform: CalendarParts & Pick<Platform, 'clock'>,
): Promise<Attachment[]> =>
  cancellationFile(await findCancelledEntry(tx, id), { title, deletedAt: platform.clock() }, platform);

/** One file, whose type names the method (RFC 6047), or none without an entry. */
function attachmentOf(
  events: readonly CalendarEvent[],
  { settings, site }: CalendarParts,
  method: CalendarMethod = 'PUBLISH',
): Attachment[] {
  const [first] = events;
  if (first === undefined) return [];
  return [
    {
      name: calendarFileName(first),
      type: `${CALENDAR_TYPE}; method=${method}`,
      content: calendarFile(events, settings.timeZone, { method, author: site.current().name }),
    },
  ];
}
