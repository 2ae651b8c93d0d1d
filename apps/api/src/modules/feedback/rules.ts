import { zonedTime } from '../../platform/local-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ASKING_HOUR = 10;
/** Longer after the end attendees are not asked any more, such as after an outage or when an earlier version is upgraded. */
const ASKED_DAYS = 3;

/** When those who came are asked for feedback: at 10:00 of the day after the end (docs/rules.md R18.8). */
export function askingTime(end: Date, timeZone: string): Date {
  const dayAfter = zonedTime(end, timeZone).toPlainDate().add({ days: 1 });
  const asking = dayAfter.toZonedDateTime({ timeZone, plainTime: { hour: ASKING_HOUR } });
  return new Date(asking.epochMilliseconds);
}

/** Whether they are to be asked: from that time, and not long after the end. */
export const isAskingTime = (end: Date, now: Date, timeZone: string): boolean =>
  askingTime(end, timeZone) <= now && now.getTime() - end.getTime() <= ASKED_DAYS * DAY_MS;

/**
 * The ends of the activities that may be due: what ended at midnight is due ten hours later, or nine where the clocks go forward in
 * that night.
 */
export const endsToAsk = (now: Date): { readonly from: Date; readonly until: Date } => ({
  from: new Date(now.getTime() - ASKED_DAYS * DAY_MS),
  until: new Date(now.getTime() - (ASKING_HOUR - 1) * HOUR_MS),
});
