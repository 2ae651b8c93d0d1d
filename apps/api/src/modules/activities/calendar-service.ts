import {
  CALENDAR_TYPE,
  type CalendarEvent,
  type CalendarMethod,
  calendarFile,
} from '../../platform/calendar/calendar.ts';
import type { Executor } from '../../platform/database/connection.ts';
import { inertProse, inertText } from '../../platform/mail/inert-text.ts';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type CalendarEntry,
  calendarEventOf,
  calendarFileName,
  cancelledCalendarEvent,
} from './calendar-event.ts';
import {
  type CalendarRow,
  countChanges,
  type EndedEntry,
  findCalendarRows,
  findEndedEntry,
} from './calendar-repository.ts';

export type { EndedEntry };
/** For the modules that store it until the e-mail is written. */
export const endedEntryOf = findEndedEntry;

type Place = Pick<Platform, 'publicUrl' | 'settings'>;

/** The SEQUENCE of a public entry is that of the files in e-mails, so that a person who has cancelled can add it again. */
export const withSequence = async (
  { db }: Pick<Platform, 'db'>,
  shown: CalendarEntry,
): Promise<CalendarEntry> => ({
  ...shown,
  revision: shown.revision + (await countChanges(db, shown.activity._id)),
});

/** The entry of an activity for one person. */
interface PersonalEntry {
  readonly activityId: string;
  /** False: the person waits for a place, or has none. A private location is only for the confirmed. */
  readonly isConfirmed: boolean;
}

/** Makes the one file of an e-mail with these entries; none if their activities are gone. */
export type CalendarFiles = (entries: readonly PersonalEntry[]) => Attachment[];

/** The calendar files of e-mails, for entries of these activities. Read after the change that the e-mails tell of. */
export async function createCalendarFiles(
  tx: Executor,
  activityIds: readonly string[],
  platform: Place,
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

function eventOf(
  {
    id,
    date,
    endDate,
    updatedAt,
    latitude,
    longitude,
    directions,
    isLocationPrivate,
    organiser,
    sequence,
    ...facts
  }: CalendarRow,
  isConfirmed: boolean,
  platform: Place,
): CalendarEvent {
  const canSeeLocation = isConfirmed || !isLocationPrivate;
  const activity = {
    ...facts,
    // As in the text of e-mails: programs make links of addresses that others have written.
    title: inertText(facts.title),
    description: inertProse(facts.description),
    place: inertProse(facts.place),
    responsible: facts.responsible.map(inertText),
    tags: facts.tags.map(inertText),
    _id: id,
    date: date.toISOString(),
    endDate: endDate?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    user: { username: inertText(organiser) },
    location: canSeeLocation && latitude !== null && longitude !== null ? { latitude, longitude } : null,
    directions: canSeeLocation ? inertProse(directions) : '',
  };
  return {
    ...calendarEventOf({ activity, revision: sequence }, platform),
    status: isConfirmed ? 'CONFIRMED' : 'TENTATIVE',
  };
}

/**
 * Cancels these entries in the recipient's calendar. `title`: null if the activity is not public. CANCEL is about one UID (RFC 5546, section
 * 3.2.5), so several dates of a series are published as cancelled.
 */
export const cancellationFile = (
  ended: readonly EndedEntry[],
  { title, deletedAt }: { readonly title: string | null; readonly deletedAt: Date },
  platform: Place,
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

/** The same of one activity, after an attendance of it was deleted. */
export const endedFile = async (
  tx: Executor,
  { id, title }: { readonly id: string; readonly title: string },
  platform: Pick<Platform, 'publicUrl' | 'settings' | 'clock'>,
): Promise<Attachment[]> =>
  cancellationFile(await findEndedEntry(tx, id), { title, deletedAt: platform.clock() }, platform);

/** One file, whose type names the method (RFC 6047); none without an entry. */
function attachmentOf(
  events: readonly CalendarEvent[],
  { settings }: Place,
  method: CalendarMethod = 'PUBLISH',
): Attachment[] {
  const [first] = events;
  if (first === undefined) return [];
  return [
    {
      name: calendarFileName(first),
      type: `${CALENDAR_TYPE}; method=${method}`,
      content: calendarFile(events, settings.timeZone, method),
    },
  ];
}
