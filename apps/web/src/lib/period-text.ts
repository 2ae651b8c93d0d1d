import { clockTime, isSameDay, longDate } from './dates.ts';

/** '…, 9:00 a. m., hasta las 11:00 a. m.', or with the day if the end is on another. */
export function periodText(date: string, endDate: string | null): string {
  if (endDate === null) return longDate(date);
  if (!isSameDay(date, endDate)) return `${longDate(date)}, hasta el ${longDate(endDate)}`;
  const time = clockTime(endDate);
  return `${longDate(date)}, hasta ${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}
