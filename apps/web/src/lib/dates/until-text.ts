import { clockTime, isSameDay, longDate } from './dates.ts';

/** 'las 6:00 p. m.' of today, 'el lunes, 23 de noviembre de 2026, 10:00 a. m.' */
export function untilText(moment: string, now: Date): string {
  if (!isSameDay(moment, now)) return `el ${longDate(moment)}`;
  const time = clockTime(moment);
  return `${time.startsWith('1:') ? 'la' : 'las'} ${time}`;
}
