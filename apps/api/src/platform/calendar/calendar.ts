import { setImmediate } from 'node:timers/promises';
import { localTime, zonedTime } from '../local-time.ts';

const LINE_BYTES = 75;

/** A line of a calendar file, folded after at most 75 bytes and never within a character (RFC 5545 section 3.1). */
export function contentLine(line: string): string {
  const bytes = Buffer.from(line);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length || start === 0; ) {
    // A continuation begins with a space.
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

/** Text as a property's value (RFC 5545 section 3.3.11), without control characters. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Cc}/gu, '');

/** Text as a property's parameter; other characters are encoded by RFC 6868. */
export const quoted = (text: string): string =>
  `"${text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')}"`;

/** A time between two transitions of a zone, in which its offset from UTC stays; in milliseconds. */
interface Period {
  /** Of the first known period possibly earlier than the first transition. */
  readonly from: number;
  readonly until: number;
  readonly offset: number;
  /** The offset before `from`; the same if there is no transition. */
  readonly before: number;
}

/** The hours of a calendar file. */
interface CalendarZone {
  /** Lines of the VTIMEZONE; none if all times are written in UTC. */
  readonly definition: readonly string[];
  /** The end of a property for each of these times of one event: ';TZID=America/Bogota:20261205T090000'. */
  readonly write: (times: readonly Date[]) => readonly string[];
}

/** Thirty years of a zone that changes twice a year; later times are written in UTC. */
const PERIODS_MAX = 60;

const known = new Map<string, Period>();

/** Temporal needs milliseconds for a transition; each period is looked up once. */
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

/** The periods of a zone from the one of `first` to the one after `last`: some programs need both kinds of time. */
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
 * The zone as a VTIMEZONE that holds from the earliest to the latest of the times, with each transition as it is: rules would be wrong
 * where a law changed or the weekday is counted from the end. Offsets such as '+05:00' have no name: all times are written in UTC.
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
    // Start and end have the same form.
    write: times =>
      times.every(isLocal)
        ? times.map(time => `;TZID=${timeZone}:${basic(localTime(time, timeZone))}`)
        : times.map(time => `:${inUtc(time)}`),
  };
}

function observance({ from, offset, before }: Period): string[] {
  const kind = offset > before ? 'DAYLIGHT' : 'STANDARD';
  // Its start is a local time of the offset before it.
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

/** -18000000 as '-0500'; seconds only where a zone had some. */
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
