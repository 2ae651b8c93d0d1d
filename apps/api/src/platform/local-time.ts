import { CHART_WEEKS } from '@minga/contract/administration/week-count';
import { Temporal } from 'temporal-polyfill';

const LOCAL_LENGTH = '2026-12-05T09:00:00'.length;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A period between two transitions of a zone, in which its offset from UTC does not change. All values are in milliseconds. */
interface OffsetPeriod {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const periods = new Map<string, OffsetPeriod[]>();

/** Returns the offset period of a time. Periods are cached, since Temporal computes the offset from Intl each time, which takes 0.5 ms. */
function offsetPeriodAt(time: number, timeZone: string): OffsetPeriod {
  const known = periods.get(timeZone) ?? [];
  const found = known.find(({ from, until }) => from <= time && time < until);
  if (found !== undefined) return found;
  const zoned = zonedTime(new Date(time), timeZone);
  const transition = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  const offset = zoned.offsetNanoseconds / 1e6;
  // The period starts at `time`; an earlier time in the same period extends it when it is requested.
  const period = { from: time, until: transition, offset };
  const rest = known.filter(({ until }) => until !== transition);
  periods.set(timeZone, [...rest, period].slice(-PERIODS_MAX));
  return period;
}
/** The maximum number of cached periods of a zone, which cover several decades. */
const PERIODS_MAX = 100;

/**
 * Returns the same local time `days` days later. If the clocks skip that time, the result is later by the skipped time; if they repeat it,
 * the result is the first of both.
 */
export function moveByDays(moment: Date, days: number, timeZone: string): Date {
  if (days === 0) return moment;
  const time = moment.getTime();
  const local = time + offsetPeriodAt(time, timeZone).offset + days * DAY_MS;
  const { from, until, offset } = offsetPeriodAt(local - 2 * DAY_MS, timeZone);
  const moved = local - offset;
  // Far from a transition the local time is unambiguous.
  if (moved - DAY_MS >= from && moved + 2 * DAY_MS < until) return new Date(moved);
  const zoned = zonedTime(moment, timeZone).toPlainDateTime().add({ days }).toZonedDateTime(timeZone);
  return new Date(zoned.epochMilliseconds);
}

const SECONDS = { smallestUnit: 'second', timeZoneName: 'never' } as const;

export const zonedTime = (date: Date, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone);

/** Formats the local time in `timeZone`: `2026-12-05T09:00:00`. */
export const localTime = (date: Date, timeZone: string): string => {
  const time = date.getTime();
  return new Date(time + offsetPeriodAt(time, timeZone).offset).toISOString().slice(0, LOCAL_LENGTH);
};

/** Formats the local time with its offset from UTC: `2026-12-05T09:00:00-05:00`. */
export const localTimeWithOffset = (date: Date, timeZone: string): string =>
  zonedTime(date, timeZone).toString(SECONDS);

/** The first instant of a day such as `2026-12-05`; where the clocks skip midnight, that is later than 00:00. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);

/** Returns a Date unchanged, and for a day such as `2026-12-05` its first instant in `timeZone`. */
export const startOf = (dateOrDay: Date | string, timeZone: string): Date =>
  typeof dateOrDay === 'string' ? startOfDay(dateOrDay, timeZone) : dateOrDay;

/** The interval of a local day, from its start (inclusive) to its end (exclusive). */
export const localDay = (day: string, timeZone: string): { start: Date; end: Date } => ({
  start: startOfDay(day, timeZone),
  end: startOfDay(daysAfter(day, 1), timeZone),
});

/** Adds days to a date: `2026-12-05` and 1 give `2026-12-06`. */
export const daysAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

export interface Week {
  /** The date of the week's Monday, such as `2026-11-16`. */
  readonly monday: string;
  readonly start: Date;
}

/** The weeks of a chart in the site's time zone, the current one last. */
export function lastWeeks(now: Date, timeZone: string): Week[] {
  const today = localTime(now, timeZone).slice(0, 10);
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = daysAfter(today, -daysSinceMonday);
  return Array.from({ length: CHART_WEEKS }, (_, index) => {
    const day = daysAfter(monday, 7 * (index + 1 - CHART_WEEKS));
    return { monday: day, start: startOfDay(day, timeZone) };
  });
}

/** Formatters are cached, since creating one takes 40 times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a time as 'sábado, 5 de diciembre de 2026, 9:00 a. m.' in the site's time zone, with no-break spaces in the hour. */
export const longDate = (date: Date, timeZone: string): string =>
  formatter(timeZone)
    .format(date)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace(/ ([ap]\.) (m\.)$/, '\u00a0$1\u00a0$2');

const SHORT_DAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'];
const SHORT_MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Formats a time as 'vie 27 nov, 3:00 p. m.' in the site's time zone, with the year if it is not that of `now`: 'vie 27 nov 2027, …'. */
export function shortDate(date: Date, now: Date, timeZone: string): string {
  const local = localTime(date, timeZone);
  const [year, month, day] = local.slice(0, 10).split('-').map(Number);
  const weekday = new Date(local.slice(0, 10)).getUTCDay();
  const hour = Number(local.slice(11, 13));
  const yearText = localTime(now, timeZone).startsWith(`${year}-`) ? '' : ` ${year}`;
  const time = `${hour % 12 || 12}:${local.slice(14, 16)} ${hour < 12 ? 'a. m.' : 'p. m.'}`;
  return `${SHORT_DAYS[weekday]} ${day} ${SHORT_MONTHS[(month ?? 1) - 1]}${yearText}, ${time}`;
}

/**
 * Formats a period in the form of `longDate`, with its end if it has one: '…, 9:00 a. m., hasta las 11:00 a. m.'. The end has its day if
 * the days differ.
 */
export function longPeriod(start: Date, end: Date | null, timeZone: string): string {
  const from = longDate(start, timeZone);
  if (end === null) return from;
  const until = longDate(end, timeZone);
  const day = from.slice(0, from.lastIndexOf(',') + 2);
  if (!until.startsWith(day)) return `${from}, hasta el ${until}`;
  const time = until.slice(day.length);
  return `${from}, hasta ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}

/** Ends a text with a period, unless it ends with that of an hour ('9:00 a. m.') or of a place. */
export const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

/** Formats a day as '5 de diciembre de 2026' in the site's time zone. */
export function longDay(date: Date, timeZone: string): string {
  const day = longDate(date, timeZone);
  return day.slice(day.indexOf(',') + 2, day.lastIndexOf(','));
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached !== undefined) return cached;
  const created = new Intl.DateTimeFormat('es-CO', { dateStyle: 'full', timeStyle: 'short', timeZone });
  formatters.set(timeZone, created);
  return created;
}
