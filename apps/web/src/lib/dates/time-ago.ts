import { longDate } from './dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat('es-CO');

/** 'hace un momento', 'hace 5 minutos', 'hace 3 horas'; from a day on 'el sábado, 5 de diciembre de 2026, 9:00 a. m.'. */
export function timeAgo(moment: string, now: Date): string {
  const passed = now.getTime() - Date.parse(moment);
  // A time in the future: this clock is behind the server's.
  if (passed < MINUTE_MS) return 'hace un momento';
  if (passed < HOUR_MS) return relative.format(-Math.floor(passed / MINUTE_MS), 'minute');
  if (passed < DAY_MS) return relative.format(-Math.floor(passed / HOUR_MS), 'hour');
  return `el ${longDate(moment)}`;
}
