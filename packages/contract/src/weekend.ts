const DAY_MS = 24 * 60 * 60 * 1000;
const SATURDAY = 6;

/** The first and the last day of a period, such as `2026-12-05`. */
export interface DayRange {
  readonly first: string;
  readonly last: string;
}

/** The coming Saturday and Sunday, of which a Sunday has only itself left. Days have no time zone. */
export function weekendOf(today: string): DayRange {
  const start = Date.parse(`${today}T00:00:00Z`);
  const weekday = new Date(start).getUTCDay();
  if (weekday === 0) return { first: today, last: today };
  const saturday = start + (SATURDAY - weekday) * DAY_MS;
  return { first: dayOf(saturday), last: dayOf(saturday + DAY_MS) };
}

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
