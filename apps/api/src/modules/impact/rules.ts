import { IMPACT_MONTHS, type Impact } from '@minga/contract/impact';
import { Temporal } from 'temporal-polyfill';
import { localTime, startOfDay } from '../../platform/local-time.ts';

export interface Month {
  /** ISO 8601 year and month, for example `2026-11`. */
  readonly month: string;
  readonly start: Date;
}

/** The sums of the activities of one month, or of all earlier months if `place` is 0. */
export interface MonthSums {
  /** The month's number in a list of months, from 1. */
  readonly place: number;
  readonly activities: number;
  readonly people: number;
  readonly hours: number;
}

/** The months of the chart in the site's time zone, the current one last. */
export function lastMonths(now: Date, timeZone: string): Month[] {
  const current = Temporal.PlainYearMonth.from(localTime(now, timeZone).slice(0, 'YYYY-MM'.length));
  return Array.from({ length: IMPACT_MONTHS }, (_, index) => {
    const month = current.subtract({ months: IMPACT_MONTHS - 1 - index }).toString();
    return { month, start: startOfDay(`${month}-01`, timeZone) };
  });
}

/** The totals of all rows and the values of each month, which are 0 for a month without a row. */
export function impactOf(
  months: readonly Month[],
  rows: readonly MonthSums[],
  goals: Impact['goals'],
): Impact {
  const byPlace = new Map(rows.map(row => [row.place, row]));
  const total = (column: 'activities' | 'people' | 'hours') =>
    rows.reduce((sum, row) => sum + row[column], 0);
  return {
    activities: total('activities'),
    people: total('people'),
    hours: total('hours'),
    goals,
    months: months.map(({ month }, index) => {
      const { activities = 0, people = 0, hours = 0 } = byPlace.get(index + 1) ?? {};
      return { month, activities, people, hours };
    }),
  };
}

/** The path of the impact page. */
export const IMPACT_PATH = '/impacto';
