import { expect } from 'vitest';
import { readCalendar } from '../../src/modules/calendars/reading/rules.ts';

export const NOW = Date.parse('2026-12-01T17:00:00Z');
export const BOGOTA = 'America/Bogota';

export const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x', ...lines, 'END:VCALENDAR', ''].join('\r\n');
export const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
export const read = (text: string) => {
  const reading = readCalendar(text, NOW, BOGOTA);
  return typeof reading === 'string' ? expect.fail(reading) : reading;
};
/** Title, local start and local end of each date. */
export const facts = (text: string) =>
  read(text).events.map(({ title, date, endDate }) => [title, local(date), endDate && local(endDate)]);
export const local = (time: number) => new Date(time - 5 * 3_600_000).toISOString().slice(0, 16);
