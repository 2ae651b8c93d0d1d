import { setImmediate } from 'node:timers/promises';
import { DEFAULT_NAME } from '@minga/contract/site-words';
import { localTime, zonedTime } from '../local-time.ts';

const LINE_BYTES = 75;

/** Folds a line of a calendar file after at most 75 bytes and never within a character (RFC 5545 section 3.1). */
export function contentLine(line: string): string {
  const bytes = Buffer.from(line);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length || start === 0; ) {
    // A continuation starts with a space.
    let end = Math.min(bytes.length, start + LINE_BYTES - (start === 0 ? 0 : 1));
    while (end < bytes.length && isContinuation(bytes[end])) end -= 1;
    lines.push(bytes.toString('utf8', start, end));
    if (end >= bytes.length) break;
    start = end;
  }
  return `${lines.join('\r\n ')}\r\n`;
}

/** Whether a byte of UTF-8 is not the first of its character. */
const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Escapes text as a property's value (RFC 5545 section 3.3.11) and removes control characters. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Cc}/gu, '');

/** Quotes text as a property's parameter, with the encoding of RFC 6868. */
export const quoted = (text: string): string =>
  `"${text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')}"`;

/** A period between two transitions of a zone, in which its offset from UTC does not change. All values are in milliseconds. */
interface Period {
  /** The transition at the start of the period, or -Infinity before the first transition. */
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  /** The offset before `from`, equal to `offset` if `from` is not a transition. */
  readonly before: number;
}

/** The time zone of a calendar file. */
interface CalendarZone {
  /** The lines of the VTIMEZONE; empty if all times are written in UTC. */
  readonly definition: readonly string[];
  /** Returns the end of a property for each of the times of one event: ';TZID=America/Bogota:20261205T090000'. */
  readonly write: (times: readonly Date[]) => readonly string[];
}

/** The maximum number of periods, which cover thirty years of a zone with two transitions a year. Later times are written in UTC. */
const PERIODS_MAX = 60;

const known = new Map<string, Period>();

/** Returns the period of a time. Periods are cached, since Temporal needs milliseconds to find a transition. */
function periodAt(time: number, timeZone: string): Period {
  const start = zonedTime(new Date(time), timeZone);
  const transition = zonedTime(new Date(time + 1), timeZone).getTimeZoneTransition('previous');
  const from = transition?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  const key = `${timeZone} ${from}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const offset = start.offsetNanoseconds / 1e6;
  const before = transition?.subtract({ milliseconds: 1 }).offsetNanoseconds ?? start.offsetNanoseconds;
  const until = start.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  const period = { from, until, offset, before: before / 1e6 };
  if (known.size >= 20 * PERIODS_MAX) known.clear();
  known.set(key, period);
  return period;
}

/**
 * Returns the periods of a zone from the one of `first` to the one after `last`, since some programs need both standard and daylight
 * saving time.
 */
function periodsBetween(first: number, last: number, timeZone: string): Period[] {
  const periods: Period[] = [];
  for (let time = first; periods.length < PERIODS_MAX; ) {
    const period = periodAt(time, timeZone);
    periods.push(period);
    if (period.from > last || period.until === Number.POSITIVE_INFINITY) break;
    time = period.until;
  }
  return periods;
}

/**
 * Returns the zone as a VTIMEZONE that is valid from `first` to `last`. It lists each transition, since recurrence rules would be wrong where
 * a law changed or the weekday is counted from the end. For offsets such as '+05:00', which have no name, all times are written in UTC.
 */
function calendarZone(timeZone: string, first: Date, last: Date): CalendarZone {
  if (!/^\p{L}/u.test(timeZone))
    return { definition: [], write: times => times.map(time => `:${inUtc(time)}`) };
  const periods = periodsBetween(first.getTime(), last.getTime(), timeZone);
  const end = periods.at(-1)?.until ?? 0;
  const isLocal = (date: Date) => {
    const time = date.getTime();
    const at = periods.find(({ until }) => time < until);
    if (at === undefined || time >= end || time < at.from) return false;
    const next = periods.find(({ from }) => from === at.until);
    // An hour that the clocks repeat is ambiguous as a local time.
    const isRepeated = time - at.from < at.before - at.offset;
    const isRepeatedLater = next !== undefined && at.until - time <= at.offset - next.offset;
    return !isRepeated && !isRepeatedLater;
  };
  return {
    definition: ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...periods.flatMap(observance), 'END:VTIMEZONE'],
    // The start and the end of an event have the same form.
    write: times =>
      times.every(isLocal)
        ? times.map(time => `;TZID=${timeZone}:${basic(localTime(time, timeZone))}`)
        : times.map(time => `:${inUtc(time)}`),
  };
}

function observance({ from, offset, before }: Period): string[] {
  const kind = offset > before ? 'DAYLIGHT' : 'STANDARD';
  // The start is a local time with the offset that precedes the transition.
  const start = from === Number.NEGATIVE_INFINITY ? '19700101T000000' : local(from, before);
  const name = written(offset);
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${written(before)}`,
    `TZOFFSETTO:${name}`,
    `TZNAME:${name.slice(0, 3)}${name.slice(3).replace(/^00$/, '')}`,
    `END:${kind}`,
  ];
}

const local = (time: number, offset: number): string =>
  basic(new Date(time + offset).toISOString().slice(0, 19));

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats an offset: -18000000 is '-0500'. Seconds are included only for historical offsets that had them. */
function written(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const rest = seconds % 60;
  const time = `${two(Math.floor(seconds / 3600))}${two(Math.floor(seconds / 60) % 60)}`;
  return `${offset < 0 ? '-' : '+'}${time}${rest === 0 ? '' : two(rest)}`;
}

const basic = (isoTime: string): string => isoTime.replaceAll(/[-:]/g, '');

const inUtc = (date: Date): string => `${basic(date.toISOString().slice(0, 19))}Z`;

export const CALENDAR_TYPE = 'text/calendar; charset=utf-8';

export interface CalendarEvent {
  /** The event's id, which never changes, even if the event or the site's URL does. */
  readonly uid: string;
  /** The number of the version, which increases with each change, so that calendars recognise the newer version. */
  readonly sequence: number;
  /** The state; 'TENTATIVE' if the recipient is on the waiting list. */
  readonly status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED';
  readonly changedAt: Date;
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  /** The coordinates in WGS 84 degrees. */
  readonly position?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly categories?: readonly string[];
  readonly url?: string;
  /** `address` receives replies: the site's address, never a person's. */
  readonly organizer?: { name: string; address: string };
}

/** The action that a program takes with the events (RFC 5546): add or update them, or remove the one from the calendar. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL';

/**
 * Returns a calendar file (RFC 5545) of these events in `timeZone`, which programs add to an existing calendar. `author` is the site's name.
 */
export const calendarFile = (
  events: readonly CalendarEvent[],
  timeZone: string,
  { method = 'PUBLISH', author = DEFAULT_NAME }: { method?: CalendarMethod; author?: string } = {},
): string => [...calendarParts(events, timeZone, { method, author })].join('');

/** Yields a calendar file in parts, each of which takes less than a millisecond. */
function* calendarParts(
  events: readonly CalendarEvent[],
  timeZone: string,
  {
    method,
    author,
    name,
  }: { readonly method: CalendarMethod; readonly author: string; readonly name?: string },
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
    `PRODID:-//${escapeText(author)}//Actividades//ES`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name === undefined ? [] : [`X-WR-CALNAME:${escapeText(name)}`, ...ASK_AGAIN]),
    ...zone.definition,
  ];
  yield head.map(contentLine).join('');
  for (const event of events) yield eventLines(event, zone).map(contentLine).join('');
  yield contentLine('END:VCALENDAR');
}

/** Returns the earliest date, or the latest one if `direction` is -1. Without dates, returns the start of 1970. */
function earliest(dates: readonly Date[], direction = 1): Date {
  const [first = new Date(0)] = dates;
  return dates.reduce(
    (found, date) => (direction * (date.getTime() - found.getTime()) < 0 ? date : found),
    first,
  );
}

/** The time after which writing a calendar pauses for other requests. */
const PAUSE_AFTER_MS = 10;

/** Returns a calendar subscription, which may have thousands of events, and pauses for other requests. */
export async function longCalendar(
  events: readonly CalendarEvent[],
  timeZone: string,
  name: string,
  author = DEFAULT_NAME,
): Promise<string> {
  const parts: string[] = [];
  let startedAt = performance.now();
  for (const part of calendarParts(events, timeZone, { method: 'PUBLISH', name, author })) {
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
    // DTSTAMP is the time of the change, not of the request, so that a version is always the same file.
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

/** Formats degrees as a decimal number without an exponent, with a precision of a tenth of a metre. */
const degrees = (value: number): string => value.toFixed(6);
