import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { siteTimeZone } from '../../lib/time-zone.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const DAY = 'YYYY-MM-DD';

/** The moment of a picker's text (`2026-12-05 09:00:00`): whoever publishes from abroad means the site's time. */
export const pickedMoment = (picked: string): Date => dayjs.tz(picked, siteTimeZone).toDate();

/** A moment as the picker writes it, in the site's time. */
export const pickedText = (moment: string | Date): string =>
  dayjs(moment).tz(siteTimeZone).format(`${DAY} HH:mm:ss`);

/** `2026-12-05` of the picker's text; such texts compare as dates do. */
export const dayOf = (picked: string): string => picked.slice(0, DAY.length);

/** `09:00` of it; null of an empty one. */
export const timeOf = (picked: string): string | null => /\d\d:\d\d/.exec(picked)?.[0] ?? null;

/** Today on the site's calendar, as the picker writes it. */
export const siteToday = (): string => dayOf(pickedText(new Date()));

/** Proposed where nothing speaks for another hour: most mingas begin in the morning. */
export const USUAL_HOUR = '09:00';

/**
 * A picked moment as it is to be proposed. Who moves to today with an hour that has passed meant the day: the next full
 * hour then, or, in the last one, the end of the day. An hour that was chosen on its day stays.
 */
export function proposedMoment(picked: string, before: string): string {
  const now = pickedText(new Date());
  const today = dayOf(now);
  const isOther = dayOf(picked) !== dayOf(before);
  if (dayOf(picked) !== today || !isOther || picked >= now) return picked;
  const hour = Number(now.slice(11, 13)) + 1;
  return hour < 24 ? `${today} ${String(hour).padStart(2, '0')}:00:00` : `${today} 23:59:00`;
}

const HOUR_PASSED = 'Esa hora ya pasó: la actividad quedará entre las pasadas.';
const DAY_PASSED = 'Esta fecha ya pasó. Puedes dejarla como está o elegir una nueva.';

/** What to say kindly of a picked moment that is over, though it may be saved; null when it is still to come. */
export function pastNotice(picked: string): string | null {
  if (picked === '' || picked >= pickedText(new Date())) return null;
  return dayOf(picked) === siteToday() ? HOUR_PASSED : DAY_PASSED;
}
