import { siteDay, siteTimeZone } from './dates.ts';

/** The offsets of all time zones from UTC are multiples of it. */
const STEP_MS = 15 * 60_000;

/** The first instant of the day of `moment` in the site's time zone. */
export function startOfSiteDay(moment: Date, timeZone = siteTimeZone): Date {
  const day = siteDay(moment, timeZone);
  let start = Math.floor(moment.getTime() / STEP_MS) * STEP_MS;
  while (siteDay(new Date(start - STEP_MS), timeZone) === day) start -= STEP_MS;
  return new Date(start);
}
