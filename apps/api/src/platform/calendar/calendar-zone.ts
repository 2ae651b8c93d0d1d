import { localTime, zonedTime } from '../local-time.ts';

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
export interface CalendarZone {
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
export function calendarZone(timeZone: string, first: Date, last: Date): CalendarZone {
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

export const inUtc = (date: Date): string => `${basic(date.toISOString().slice(0, 19))}Z`;
