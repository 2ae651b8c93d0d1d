import { setImmediate } from 'node:timers/promises';
import { type CalendarZone, calendarZone, inUtc } from './calendar-zone.ts';
import { contentLine, escapeText, quoted } from './content-line.ts';

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export interface CalendarEvent {
  /** Never changes, even if the event or the site's URL does. */
  readonly uid: string;
  /** Increases with each change, so that calendars recognise the newer version. */
  readonly sequence: number;
  /** Tentative: the recipient waits for a place. */
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly changedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  /** WGS 84 degrees. */
  readonly position?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly categories?: readonly string[];
  readonly url?: string;
  /** `address` receives replies: the site's address, never a person's. */
  readonly organizer?: { name: string; address: string };
}

/** The action that a program takes with the events (RFC 5546): add or update them, or remove the one from the calendar. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL';

/** A calendar file (RFC 5545) of these events, with the hours of `timeZone`: entries that programs add to an existing calendar. */
export const calendarFile = (
  events: readonly CalendarEvent[],
  timeZone: string,
  method: CalendarMethod = 'PUBLISH',
): string => [...calendarParts(events, timeZone, { method })].join('');

/** The same in parts, of which each takes less than a millisecond. */
function* calendarParts(
  events: readonly CalendarEvent[],
  timeZone: string,
  { method, name }: { readonly method: CalendarMethod; readonly name?: string },
): Generator<string> {
  const zone = calendarZone(
    timeZone,
    earliest(events.map(({ start }) => start)),
    earliest(
      events.map(({ end }) => end),
      -1,
    ),
  );
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Minga//Actividades//ES',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`, ...ASK_AGAIN]),
    ...zone.definition,
  ];
  yield head.map(contentLine).join('');
  for (const event of events) yield eventLines(event, zone).map(contentLine).join('');
  yield contentLine('END:VCALENDAR');
}

/** With `direction` -1 the latest; the beginning of time if there is none. */
function earliest(dates: readonly Date[], direction = 1): Date {
  const [first = new Date(0)] = dates;
  return dates.reduce(
    (found, date) => (direction * (date.getTime() - found.getTime()) < 0 ? date : found),
    first,
  );
}

/** A calendar is written this long without a pause for other requests. */
const PAUSE_AFTER_MS = 10;

/** A calendar subscription of thousands of events, written with pauses for other requests. */
export async function longCalendar(
  events: readonly CalendarEvent[],
  timeZone: string,
  name: string,
): Promise<string> {
  const parts: string[] = [];
  let startedAt = performance.now();
  for (const part of calendarParts(events, timeZone, { method: 'PUBLISH', name })) {
    parts.push(part);
    if (performance.now() - startedAt < PAUSE_AFTER_MS) continue;
    await setImmediate();
    startedAt = performance.now();
  }
  return parts.join('');
}

/** The refresh interval of a subscription, by RFC 7986 and by the older convention. */
const ASK_AGAIN = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'];

function eventLines(event: CalendarEvent, zone: CalendarZone): string[] {
  const { organizer, position, categories = [] } = event;
  const [start = '', end = ''] = zone.write([event.start, event.end]);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    // The time of the change, not of the request, so that a version is always the same file.
    `DTSTAMP:${inUtc(event.changedAt)}`,
    `LAST-MODIFIED:${inUtc(event.changedAt)}`,
    `DTSTART${start}`,
    `DTEND${end}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(position ? [`GEO:${degrees(position.latitude)};${degrees(position.longitude)}`] : []),
    ...(categories.length > 0 ? [`CATEGORIES:${categories.map(escapeText).join(',')}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`] : []),
    'END:VEVENT',
  ];
}

/** A decimal number without exponent, to a tenth of a metre. */
const degrees = (value: number): string => value.toFixed(6);
