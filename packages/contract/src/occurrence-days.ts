import { weekdays } from './series.ts';
import { OCCURRENCES_MAX, OCCURRENCES_MIN, type Repeat, SERIES_DAYS_MAX } from './written-repeat.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const epochDay = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayOf = (epoch: number): string => new Date(epoch * DAY_MS).toISOString().slice(0, 10);

/** The weekday of a day, where 0 is Monday. Day 0, 1 January 1970, was a Thursday. */
const weekdayOf = (epoch: number): number => (epoch + 3) % 7;

/**
 * Returns the days of a series, such as `2026-12-05`, from `first` on, for the preview in the form. If the series exceeds the maximum, returns
 * one day more than it. Days have no time zone. The server's own calculation (`modules/activities/series/rules.ts`) is tested against this one.
 */
export function occurrenceDays(first: string, repeat: Repeat): string[] {
  const start = epochDay(first);
  const most = repeat.count ?? OCCURRENCES_MAX + 1;
  const last = repeat.until === undefined ? Number.POSITIVE_INFINITY : epochDay(repeat.until);
  const days: string[] = [];
  for (let period = 0; days.length < most; period += 1) {
    for (const day of daysOfPeriod(start, period * repeat.interval, repeat)) {
      if (day > last) return days;
      if (day >= start && days.length < most) days.push(dayOf(day));
    }
  }
  return days;
}

/** Returns the days, ascending, of the period that is `distance` days, weeks or months after that of the first day. */
function daysOfPeriod(start: number, distance: number, { frequency, weekdays: chosen }: Repeat): number[] {
  if (frequency === 'daily') return [start + distance];
  if (frequency === 'monthly') return [sameDayOfMonth(start, distance)];
  const monday = start - weekdayOf(start) + 7 * distance;
  const indices = chosen.length === 0 ? [weekdayOf(start)] : chosen.map(day => weekdays.indexOf(day));
  return indices.sort((one, other) => one - other).map(index => monday + index);
}

/** Returns the same day of the month `months` months later, or the last day of a month without that day. */
function sameDayOfMonth(start: number, months: number): number {
  const date = new Date(start * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), length)) / DAY_MS;
}

/** Returns the reason for which these days cannot be a series, or null if they can (docs/rules.md R15.1). */
export function seriesProblem(first: string, days: readonly string[], repeat: Repeat): string | null {
  const weekday = weekdays[weekdayOf(epochDay(first))];
  if (repeat.weekdays.length > 0 && weekday !== undefined && !repeat.weekdays.includes(weekday))
    return 'La fecha de la actividad debe caer en uno de los días elegidos';
  const last = epochDay(repeat.until ?? days.at(-1) ?? first);
  if (last - epochDay(first) > SERIES_DAYS_MAX)
    return `Una serie puede durar como máximo ${SERIES_DAYS_MAX} días`;
  if (days.length > OCCURRENCES_MAX) return `Una serie puede tener como máximo ${OCCURRENCES_MAX} fechas`;
  return days.length < OCCURRENCES_MIN ? 'Una serie debe tener al menos dos fechas' : null;
}
