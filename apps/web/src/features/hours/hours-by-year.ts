import type { HelpedActivity } from '@minga/contract/hours';
import { siteDay } from '../../lib/dates.ts';

export interface YearOfHours {
  readonly year: string;
  readonly total: number;
  readonly items: readonly HelpedActivity[];
}

/** Activities by their year in the site's time zone, in their order. */
export function hoursByYear(items: readonly HelpedActivity[]): YearOfHours[] {
  const years = new Map<string, HelpedActivity[]>();
  for (const item of items) {
    const year = siteDay(item.date).slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), item]);
  }
  return [...years].map(([year, ofYear]) => ({
    year,
    total: ofYear.reduce((sum, { hours }) => sum + hours, 0),
    items: ofYear,
  }));
}
