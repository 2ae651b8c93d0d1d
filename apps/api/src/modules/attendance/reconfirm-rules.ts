import { zonedTime } from '../../platform/local-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const ASKING_HOUR = 18;

/** When the parties of an activity are asked whether they still come: at 18:00 of the day before (COMMUNITY.md section 17). */
export function askingTime(date: Date, timeZone: string): Date {
  const dayBefore = zonedTime(date, timeZone).toPlainDate().subtract({ days: 1 });
  const asking = dayBefore.toZonedDateTime({ timeZone, plainTime: { hour: ASKING_HOUR } });
  return new Date(asking.epochMilliseconds);
}

/** Whether they are to be asked: from that time until the activity begins. */
export const isAskingTime = (date: Date, now: Date, timeZone: string): boolean =>
  askingTime(date, timeZone) <= now && now < date;

/** No activity that begins later is to be asked about: its day is over after 30 hours, or 33 where the clocks change. */
export const latestAskedDate = (now: Date): Date => new Date(now.getTime() + 33 * HOUR_MS);

/** Only those who got their place before this are asked. */
export const placedBefore = (now: Date): Date => new Date(now.getTime() - 24 * HOUR_MS);

/** Whether a party that gets its place at this time will be asked. */
export const isAskedAgain = (
  { asksAgain, date }: { readonly asksAgain: boolean; readonly date: Date },
  placedAt: Date,
  timeZone: string,
): boolean => asksAgain && placedAt < placedBefore(askingTime(date, timeZone));
