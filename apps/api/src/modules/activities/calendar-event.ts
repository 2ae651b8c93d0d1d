import type { Activity } from '@minga/contract/activities';
import type { CalendarEvent } from '../../platform/calendar/calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { topicNamesOf } from './presenter.ts';
import { activityPath } from './public-paths.ts';

/** For an activity without an end. */
const LENGTH_MS = 2 * 60 * 60 * 1000;

const uidOf = (id: string): string => `${id}@minga`;
const endOf = (start: Date): Date => new Date(start.getTime() + LENGTH_MS);

/** What a calendar entry needs of an activity. */
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
    // Null and empty if the location is private and the recipient may not see it.
    | 'location'
    | 'directions'
  > & { readonly user: Pick<Activity['user'], 'username'> };
  readonly revision: number;
}

/** The calendar entry of an activity. */
export function calendarEventOf(
  { activity, revision }: CalendarEntry,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): CalendarEvent {
  const url = publicUrl + activityPath(activity._id);
  const { location, directions } = activity;
  const route = directions === '' ? '' : `Cómo llegar: ${directions}`;
  const people = activity.responsible.length > 0 ? `Responsables: ${activity.responsible.join(', ')}` : '';
  const start = new Date(activity.date);
  return {
    uid: uidOf(activity._id),
    sequence: revision,
    status: 'CONFIRMED',
    changedAt: new Date(activity.updatedAt),
    start,
    end: activity.endDate === null ? endOf(start) : new Date(activity.endDate),
    summary: activity.title,
    description: [activity.description, route, people, url].filter(part => part !== '').join('\n\n'),
    location: activity.place,
    position: location ?? undefined,
    categories: topicNamesOf(activity),
    url,
    // Published entries need an organiser with an address (RFC 5546); the organiser's own stays private.
    organizer: { name: activity.user.username, address: addressOf(settings.mailFrom) },
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

/** Cancels the entry in calendars that contain the deleted activity. */
export function cancelledCalendarEvent(
  { id, date, endDate = null, revision, deletedAt }: Deleted,
  { settings }: Pick<Platform, 'settings'>,
): CalendarEvent {
  return {
    uid: uidOf(id),
    sequence: revision,
    status: 'CANCELLED',
    changedAt: deletedAt,
    start: date,
    end: endDate ?? endOf(date),
    summary: 'Actividad cancelada',
    organizer: { name: 'Minga', address: addressOf(settings.mailFrom) },
  };
}

/** The address in `Minga <hola@example.org>`. */
const addressOf = (sender: string): string => /[^<>\s]+@[^<>\s]+/.exec(sender)?.[0] ?? 'minga@localhost';
