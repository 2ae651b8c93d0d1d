import { CHART_WEEKS } from '@minga/contract/administration/week-count';
import { daysAfter, localTime, startOfDay } from './local-time.ts';

export interface Week {
  /** Its Monday, as `2026-11-16`. */
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
