import { clockTime, isSameDay, longDate } from '../../lib/dates.ts';

/** 'a las 9:05 a. m.', 'a la 1:05 p. m.', or with the day if it is not that of `now`. */
export function arrivalTimeText(checkedInAt: string, now: Date): string {
  if (!isSameDay(checkedInAt, now)) return `el ${longDate(checkedInAt)}`;
  const time = clockTime(checkedInAt);
  return `${time.startsWith('1:') ? 'a la' : 'a las'} ${time}`;
}
