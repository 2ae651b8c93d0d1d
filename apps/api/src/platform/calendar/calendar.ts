import { localTime } from '../local-time.ts';
import type { CalendarZone } from './calendar-zone.ts';
import { contentLine, escapeText, quoted } from './content-line.ts';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export interface CalendarEvent {
  /** The same for ever, whatever happens to the event or its site's address. */
  readonly uid: string;
  /** Grows with each change: by it calendars know which version is newer. */
  readonly sequence: number;
  readonly status: 'CONFIRMED' | 'CANCELLED';
  readonly changedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly url?: string;
  /** `address` is where a reply would go: the site's, never a person's own. */
  readonly organizer?: { name: string; address: string };
}

/**
 * A calendar file (RFC 5545) of these events, published (RFC 5546), with the hours of `zone`. With a `name` it is a
 * calendar to follow; without, entries to add to one's own, which some programs would otherwise keep apart.
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

/** How often a program that follows the calendar should look: as RFC 7986 says it, and as was usual before. */
const ASK_AGAIN = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function eventLines(event: CalendarEvent, zone: CalendarZone): string[] {
  const { organizer } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    // The moment of the change, not of the request: the same version is the same file.
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
