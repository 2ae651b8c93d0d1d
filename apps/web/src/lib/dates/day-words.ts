import { calendarLeafParts, dayDate, longDate } from './dates.ts';

// Today's words for days, as rows and headings write them: 'Mañana · viernes 27', 'Dom 29 nov'. Days are texts such as `2026-11-27`.

const DAY_MS = 24 * 60 * 60 * 1000;

const NEAR_DAYS: Readonly<Record<number, string>> = { [-1]: 'Ayer', 0: 'Hoy', 1: 'Mañana' };

/** 'Hoy', 'Mañana' or 'Ayer'; undefined for other days. */
const nearDay = (day: string, today: string): string | undefined =>
  NEAR_DAYS[Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)];

/** A day has no time zone: as noon in UTC it stays on the same day. */
const noon = (day: string) => [`${day}T12:00:00Z`, 'UTC'] as const;

/** 'Mañana · viernes 27', 'Domingo 29 de noviembre', 'Sábado 9 de enero de 2027': the year only if it is another. */
export function dayHeading(day: string, today: string): string {
  const near = nearDay(day, today);
  const [weekday] = longDate(...noon(day)).split(',');
  const [number, month, year] = dayDate(...noon(day)).split(' de ');
  if (near !== undefined) return `${near} · ${weekday} ${number}`;
  return capitalized(`${weekday} ${number} de ${month}${isSameYear(day, today) ? '' : ` de ${year}`}`);
}

/** 'Mañana', 'Dom 29 nov', 'Sáb 9 ene 2027': a day within a line. */
export function dayWord(day: string, today: string): string {
  const near = nearDay(day, today);
  if (near !== undefined) return near;
  const { weekday, day: number, month, year } = calendarLeafParts(...noon(day));
  return capitalized(`${weekday} ${number} ${month}${isSameYear(day, today) ? '' : ` ${year}`}`);
}

const isSameYear = (day: string, today: string) => day.slice(0, 4) === today.slice(0, 4);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
