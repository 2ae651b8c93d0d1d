import type { SearchFilters } from './search-filters.ts';

type Days = Pick<SearchFilters, 'desde' | 'hasta'>;

const DAY_MS = 24 * 60 * 60 * 1000;
const SATURDAY = 6;

/** The ranges of days that the catalogue offers. */
export const dayRanges = [
  { name: 'Hoy', daysFrom: (today: string): Days => ({ desde: today, hasta: today }) },
  { name: 'Este fin de semana', daysFrom: weekendFrom },
  { name: 'Este mes', daysFrom: (today: string): Days => ({ desde: today, hasta: endOfMonth(today) }) },
] as const;

/** The coming Saturday and Sunday; on a Sunday only this day. Days are texts such as `2026-12-05`. */
function weekendFrom(today: string): Days {
  const weekday = utc(today).getUTCDay();
  if (weekday === 0) return { desde: today, hasta: today };
  const saturday = plusDays(today, SATURDAY - weekday);
  return { desde: saturday, hasta: plusDays(saturday, 1) };
}

function endOfMonth(today: string): string {
  const day = utc(today);
  return dayOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0));
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const plusDays = (day: string, days: number) => dayOf(utc(day).getTime() + days * DAY_MS);

export const isRange = ({ desde, hasta }: Days, range: Days): boolean =>
  desde === range.desde && hasta === range.hasta;

/** The name of the offered range that the filters have; undefined for other days, and for none. */
export const rangeName = (days: Days, today: string): string | undefined =>
  dayRanges.find(({ daysFrom }) => isRange(days, daysFrom(today)))?.name;
