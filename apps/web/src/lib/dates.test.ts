import { expect, test } from 'vitest';
import { clockTime, dayDate, isSameDay, leafParts, longDate } from './dates.ts';

test('the long date is exactly the one of the mails, in the zone of Bogotá', () => {
  expect(longDate('2026-12-05T14:00:00.000Z')).toBe('sábado, 5 de diciembre de 2026, 9:00 a. m.');
  expect(longDate('2026-12-05T23:30:00.000Z')).toBe('sábado, 5 de diciembre de 2026, 6:30 p. m.');
});

test('an evening in UTC is still the day before in Bogotá, and the next day in Madrid', () => {
  const moment = '2026-12-06T02:00:00.000Z';
  expect(dayDate(moment)).toBe('5 de diciembre de 2026');
  expect(dayDate(moment, 'Europe/Madrid')).toBe('6 de diciembre de 2026');
  expect(isSameDay(moment, '2026-12-05T15:00:00.000Z')).toBe(true);
  expect(isSameDay(moment, '2026-12-05T15:00:00.000Z', 'Europe/Madrid')).toBe(false);
});

test('no invisible spaces around a. m.', () => {
  expect(clockTime(new Date('2026-12-05T05:05:00.000Z'))).toBe('12:05 a. m.');
});

test('a calendar leaf has short names without full stops', () => {
  expect(leafParts('2026-12-05T14:00:00.000Z')).toEqual({
    weekday: 'sáb',
    day: '5',
    month: 'dic',
    year: '2026',
  });
});
