import type { Activity } from '@minga/contract/activities';
import { siteDay } from '../../../lib/dates/dates.ts';
import { isMonth } from '../search.ts';

// Days are text such as '2026-12-05' and months such as '2026-12', both on the calendar of the site's time zone.

const DAY_MS = 24 * 60 * 60 * 1000;

/** The month so many months later; null outside the calendar. */
export function shiftMonth(month: string, by: number): string | null {
  const [year, number] = month.split('-');
  const count = Number(year) * 12 + Number(number) - 1 + by;
  const shifted = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  return isMonth(shifted) ? shifted : null;
}

export const monthOf = (day: string): string => day.slice(0, 7);

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The whole weeks, from Monday, that contain the month: four to six of seven days. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const weekday = (new Date(first).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let monday = dayAfter(first, -weekday); monday <= `${month}-31`; monday = dayAfter(monday, 7)) {
    // A month of 28 to 30 days may end before another Monday.
    if (monday > first && monthOf(monday) !== month) break;
    weeks.push(Array.from({ length: 7 }, (_, index) => dayAfter(monday, index)));
  }
  return weeks;
}

/** What the calendar shows of an activity. */
export type CalendarEntry = Pick<Activity, '_id' | 'title' | 'place' | 'date' | 'endDate'>;

export const calendarEntry = ({ _id, title, place, date, endDate }: Activity): CalendarEntry => ({
  _id,
  title,
  place,
  date,
  endDate,
});

/** The first and the last day of an activity. An end at midnight is not on the day that begins then. */
export function spanOf({ date, endDate }: Pick<CalendarEntry, 'date' | 'endDate'>, timeZone: string) {
  const first = siteDay(date, timeZone);
  if (endDate === null || Date.parse(endDate) <= Date.parse(date)) return { first, last: first };
  return { first, last: siteDay(new Date(Date.parse(endDate) - 1), timeZone) };
}

export interface DayEntry {
  readonly entry: CalendarEntry;
  /** It started on an earlier day. */
  readonly isContinued: boolean;
}

/** The activities on each of these consecutive days, in order of their start; days without any are missing. */
export function entriesByDay(
  entries: readonly CalendarEntry[],
  days: readonly string[],
  timeZone: string,
): ReadonlyMap<string, readonly DayEntry[]> {
  const byDay = new Map<string, DayEntry[]>();
  const inOrder = entries.toSorted(
    (one, other) =>
      Date.parse(one.date) - Date.parse(other.date) || one.title.localeCompare(other.title, 'es'),
  );
  for (const entry of inOrder) {
    const { first, last } = spanOf(entry, timeZone);
    for (const day of days) {
      if (day < first || day > last) continue;
      byDay.set(day, [...(byDay.get(day) ?? []), { entry, isContinued: day > first }]);
    }
  }
  return byDay;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-CO', { ...options, timeZone: 'UTC' });
const monthFormat = format({ month: 'long', year: 'numeric' });
const dayFormat = format({ weekday: 'long', day: 'numeric', month: 'long' });

/** 'diciembre de 2026' */
export const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01`));

/** 'sábado, 5 de diciembre' */
export const dayName = (day: string): string => dayFormat.format(new Date(day));
