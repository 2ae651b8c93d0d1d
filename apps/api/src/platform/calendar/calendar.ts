import { localTime } from '../local-time.ts';
import type { CalendarZone } from './calendar-zone.ts';
import { contentLine, escapeText, quoted } from './content-line.ts';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export interface CalendarEvent {
  /** Never changes, even if the event or the site's URL does. */
  readonly uid: string;
  /** Increases with each change, so that calendars recognise the newer version. */
  readonly sequence: number;
  readonly status: 'CONFIRMED' | 'CANCELLED';
  readonly changedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
  /** `address` receives replies: the site's address, never a person's. */
  readonly organizer?: { name: string; address: string };
}

/**
 * A calendar file (RFC 5545) of these events, published (RFC 5546), with the hours of `zone`. With a `name` it is a
 * calendar subscription; without, entries that programs add to an existing calendar.
 */
export function calendarFile(events: readonly CalendarEvent[], zone: CalendarZone, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Minga//Actividades//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`, ...ASK_AGAIN]),
    ...zone.definition,
    ...events.flatMap(event => eventLines(event, zone)),
    'END:VCALENDAR',
  ];
  return lines.map(contentLine).join('');
}

/** The refresh interval of a subscription, by RFC 7986 and by the older convention. */
const ASK_AGAIN = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function eventLines(event: CalendarEvent, zone: CalendarZone): string[] {
  const { organizer } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    // The time of the change, not of the request, so that a version is always the same file.
    `DTSTAMP:${inUtc(event.changedAt)}`,
    `LAST-MODIFIED:${inUtc(event.changedAt)}`,
    `DTSTART${inZone(event.start, zone)}`,
    `DTEND${inZone(event.end, zone)}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`] : []),
    'END:VEVENT',
  ];
}

const basic = (isoTime: string): string => isoTime.replaceAll(/[-:]/g, '');

const inUtc = (date: Date): string => `${basic(date.toISOString().slice(0, 19))}Z`;

const inZone = (date: Date, { name, id }: CalendarZone): string =>
  id === null ? `:${inUtc(date)}` : `;TZID=${id}:${basic(localTime(date, name))}`;
