import { siteTimeZone } from '../dates/dates.ts';
import { startOfSiteDay } from '../dates/site-day.ts';

/** `shown`: the day is near, and the person needs the code without searching for it; `gone`: it is of no use any more. */
export type CodeVisibility = 'folded' | 'shown' | 'gone';

const AFTER_END_MS = 12 * 60 * 60_000;

interface Times {
  readonly date: string;
  readonly endDate: string | null;
}

/** From the day before the activity, in the site's time zone, until 12 hours after its end the code is shown (docs/rules.md R18.1). */
export function codeVisibility({ date, endDate }: Times, now: Date, timeZone = siteTimeZone): CodeVisibility {
  if (now.getTime() > Date.parse(endDate ?? date) + AFTER_END_MS) return 'gone';
  const day = startOfSiteDay(new Date(date), timeZone);
  const dayBefore = startOfSiteDay(new Date(day.getTime() - 1), timeZone);
  return now < dayBefore ? 'folded' : 'shown';
}
