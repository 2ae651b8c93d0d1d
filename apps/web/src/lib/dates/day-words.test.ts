import { expect, test } from 'vitest';
import { dayHeading, dayWord } from './day-words.ts';

const TODAY = '2026-11-26';

test.each([
  ['2026-11-25', 'Ayer · miércoles 25', 'Ayer'],
  ['2026-11-26', 'Hoy · jueves 26', 'Hoy'],
  ['2026-11-27', 'Mañana · viernes 27', 'Mañana'],
  ['2026-11-28', 'Sábado 28 de noviembre', 'Sáb 28 nov'],
  ['2026-12-05', 'Sábado 5 de diciembre', 'Sáb 5 dic'],
  ['2027-01-09', 'Sábado 9 de enero de 2027', 'Sáb 9 ene 2027'],
  ['2025-11-26', 'Miércoles 26 de noviembre de 2025', 'Mié 26 nov 2025'],
])('on 26 November 2026, %s is headed %s and written %s', (day, heading, word) => {
  expect(dayHeading(day, TODAY)).toBe(heading);
  expect(dayWord(day, TODAY)).toBe(word);
});

test('the last day of a year has a tomorrow', () => {
  expect(dayHeading('2027-01-01', '2026-12-31')).toBe('Mañana · viernes 1');
});
