import { localTime } from '../../platform/local-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What clocks in `timeZone` show, as milliseconds of a clock that knows no zones. */
function wallClock(moment: number, timeZone: string): number {
  const toTheSecond = Math.floor(moment / 1000) * 1000;
  return Date.parse(`${localTime(new Date(moment), timeZone)}Z`) + (moment - toTheSecond);
}

/** How far clocks in `timeZone` are ahead of UTC. */
const offsetAt = (moment: number, timeZone: string): number => wallClock(moment, timeZone) - moment;

/**
 * When a reminder is due: so many days before `date`, when clocks in `timeZone` show the same time of day. What clocks
 * show twice is the first; what they pass over is as much later as they go forward.
 */
export function dueMoment(date: Date, daysBefore: number, timeZone: string): Date {
  const shown = wallClock(date.getTime(), timeZone) - daysBefore * DAY_MS;
  // Zones change their clocks at most once within these two days.
  const [before, after] = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)];
  const moments = [shown - before, shown - after].filter(moment => wallClock(moment, timeZone) === shown);
  return new Date(moments.length === 0 ? shown - before : Math.min(...moments));
}

/** Is a reminder still to come, rather than past already? */
export const isAhead = (date: Date, daysBefore: number, now: Date, timeZone: string): boolean =>
  dueMoment(date, daysBefore, timeZone) > now;

/** Is it on a day after today, by the day of `timeZone` (spec 001 section 4)? */
export const isAfterToday = (date: Date, now: Date, timeZone: string): boolean =>
  dayIn(date, timeZone) > dayIn(now, timeZone);

/** Which day it is there, counted from 1970 on. */
const dayIn = (moment: Date, timeZone: string): number =>
  Math.floor(wallClock(moment.getTime(), timeZone) / DAY_MS);

/** Of what was over before this, missed reminders are given up: a clock that was wrong for a day loses none. */
export const overBefore = (now: Date): Date => new Date(now.getTime() - 7 * DAY_MS);
