import { Temporal } from 'temporal-polyfill';
import { zonedTime } from '../../platform/local-time.ts';

/** The start of the subject of a reminder, with the title and without it. */
export const REMINDER = { what: 'Recordatorio', plain: 'Recordatorio de una actividad' };

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The due time of a reminder: the same local time, `daysBefore` days earlier. Of a local time that occurs twice the first is
 * used; a local time that the clock change skips moves forward by the length of the gap.
 */
export const dueMoment = (date: Date, daysBefore: number, timeZone: string): Date =>
  new Date(zonedTime(date, timeZone).subtract({ days: daysBefore }).epochMilliseconds);

/** Whether the due time of a reminder is in the future. */
export const isAhead = (date: Date, daysBefore: number, now: Date, timeZone: string): boolean =>
  dueMoment(date, daysBefore, timeZone) > now;

/** Whether `date` is on a later day than `now` in `timeZone` (docs/rules.md R5.1). */
export const isAfterToday = (date: Date, now: Date, timeZone: string): boolean =>
  Temporal.PlainDate.compare(
    zonedTime(date, timeZone).toPlainDate(),
    zonedTime(now, timeZone).toPlainDate(),
  ) > 0;

/** Missed reminders of activities dated before this time are dropped. The week tolerates a clock that is wrong for a day. */
export const droppedBefore = (now: Date): Date => new Date(now.getTime() - WEEK_MS);
