import { zonedTime } from '../../platform/local-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ASKING_HOUR = 10;
/** Number of days after the end during which attendees are asked. It limits late e-mails after an outage or an upgrade. */
const ASKED_DAYS = 3;

/** The time when attendees are asked for feedback: 10:00 of the day after the end (docs/rules.md R18.8). */
export function askingTime(end: Date, timeZone: string): Date {
  const dayAfter = zonedTime(end, timeZone).toPlainDate().add({ days: 1 });
  const asking = dayAfter.toZonedDateTime({ timeZone, plainTime: { hour: ASKING_HOUR } });
  return new Date(asking.epochMilliseconds);
}

/** Whether attendees are asked at `now`: after the asking time and within `ASKED_DAYS` of the end. */
export const isAskingTime = (end: Date, now: Date, timeZone: string): boolean =>
  askingTime(end, timeZone) <= now && now.getTime() - end.getTime() <= ASKED_DAYS * DAY_MS;

/**
 * The range of ends of the activities that may be due. An activity that ends at midnight is due ten hours later, or nine if daylight
 * saving time starts in that night.
 */
export const endsToAsk = (now: Date): { readonly from: Date; readonly until: Date } => ({
  from: new Date(now.getTime() - ASKED_DAYS * DAY_MS),
  until: new Date(now.getTime() - (ASKING_HOUR - 1) * HOUR_MS),
});
