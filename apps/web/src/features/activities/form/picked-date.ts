import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { clockTime, shortDate, siteDay, siteTimeZone } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const DAY = 'YYYY-MM-DD';

const format = (moment: dayjs.Dayjs): string => moment.format(`${DAY} HH:mm:ss`);

/** Parses a picker's text (`2026-12-05 09:00:00`) as site time, even if the browser is in another time zone. */
export const fromPickerText = (picked: string): Date => dayjs.tz(picked, siteTimeZone).toDate();

/** Formats a date as the picker does, in site time. */
export const toPickerText = (moment: string | Date): string => format(dayjs(moment).tz(siteTimeZone));

/** `2026-12-05` of the picker's text; such texts sort chronologically. */
export const dayOf = (picked: string): string => picked.slice(0, DAY.length);

/** `09:00` of the picker's text; null if it is empty. */
export const timeOf = (picked: string): string | null => /\d\d:\d\d/.exec(picked)?.[0] ?? null;

/** Today in site time, in the picker's format. Fields read it as they render, and the conversion of a time of day is slow. */
export const siteToday = (): string => siteDay(now());

/** `2026-12-19`: 14 days after `2026-12-05`. */
export const daysLater = (day: string, days: number): string => dayjs.utc(day).add(days, 'day').format(DAY);

/** `2026-12-05 11:00:00`: two hours after `2026-12-05 09:00:00`. */
export const hoursLater = (picked: string, hours: number): string =>
  format(dayjs.utc(picked).add(hours, 'hour'));

/** The same weekday and time, at least a week after `picked` and after today. */
export function nextWeekday(picked: string): string {
  let day = daysLater(dayOf(picked), 7);
  while (day <= siteToday()) day = daysLater(day, 7);
  return day + picked.slice(DAY.length);
}

/** A moment as long after `to` as `picked` is after `from`; empty stays empty. All are the picker's texts. */
export const movedAlong = (picked: string, from: string, to: string): string =>
  picked === '' ? '' : format(dayjs.utc(picked).add(dayjs.utc(to).diff(dayjs.utc(from))));

/** When a picked end is, next to its start: '11:00 a. m.', or with the day if it is another; empty without an end. */
export function endText(start: string, end: string): string {
  if (end === '') return '';
  const moment = fromPickerText(end);
  return dayOf(start) === dayOf(end) ? clockTime(moment) : `${shortDate(moment)}, ${clockTime(moment)}`;
}

/** The same time on the first or the last day that can be picked, if the picked day is outside of them. All are texts of days. */
export function withinDays(picked: string, firstDay: string, lastDay = picked): string {
  const day = dayOf(picked);
  const nearest = day < firstDay ? firstDay : day > lastDay ? lastDay : day;
  return nearest + picked.slice(DAY.length);
}

/** The default start time: most activities start in the morning. */
export const DEFAULT_TIME = '09:00';

/**
 * Adjusts a picked date and time. If the day changes to today and the time has passed, returns the next full hour, or
 * 23:59 in the last hour of the day. A time that was picked without changing the day stays.
 */
export function adjustPastHour(picked: string, before: string): string {
  const present = toPickerText(now());
  const today = dayOf(present);
  const isOther = dayOf(picked) !== dayOf(before);
  if (dayOf(picked) !== today || !isOther || picked >= present) return picked;
  const hour = Number(present.slice(11, 13)) + 1;
  return hour < 24 ? `${today} ${String(hour).padStart(2, '0')}:00:00` : `${today} 23:59:00`;
}

/** The notice for a start that `adjustPastHour` has changed. */
export const adjustedNotice = (start: string): string =>
  `Pusimos ${clockTime(fromPickerText(start))}: hoy las horas de antes ya pasaron.`;

const HOUR_PASSED = 'Esa hora ya pasó: la actividad quedará entre las pasadas.';
const DAY_PASSED = 'Esta fecha ya pasó. Puedes dejarla como está o elegir una nueva.';

/** The notice for a picked time in the past, which is valid; null for the future. */
export function pastNotice(picked: string): string | null {
  if (picked === '' || picked >= toPickerText(now())) return null;
  return dayOf(picked) === siteToday() ? HOUR_PASSED : DAY_PASSED;
}
