import { expect, test } from 'vitest';
import { dayRanges, rangeName } from './day-ranges.ts';

const [todayOnly, weekend, month] = dayRanges;

test.each([
  // Wednesday to Sunday.
  ['2026-11-25', '2026-11-28', '2026-11-29', '2026-11-30'],
  ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'],
  ['2026-11-28', '2026-11-28', '2026-11-29', '2026-11-30'],
  ['2026-11-29', '2026-11-29', '2026-11-29', '2026-11-30'],
  ['2026-11-30', '2026-12-05', '2026-12-06', '2026-11-30'],
  // A weekend in two years, and February of a leap year.
  ['2022-12-30', '2022-12-31', '2023-01-01', '2022-12-31'],
  ['2028-02-03', '2028-02-05', '2028-02-06', '2028-02-29'],
])('on %s the weekend is from %s to %s, and the month until %s', (today, saturday, sunday, last) => {
  expect(todayOnly.daysFrom(today)).toEqual({ desde: today, hasta: today });
  expect(weekend.daysFrom(today)).toEqual({ desde: saturday, hasta: sunday });
  expect(month.daysFrom(today)).toEqual({ desde: today, hasta: last });
});

test.each([
  [{ desde: '2026-11-25', hasta: '2026-11-25' }, 'Hoy'],
  [{ desde: '2026-11-28', hasta: '2026-11-29' }, 'Este fin de semana'],
  [{ desde: '2026-11-25', hasta: '2026-11-30' }, 'Este mes'],
  [{ desde: '2026-11-25' }, undefined],
  [{ desde: '2026-11-26', hasta: '2026-11-26' }, undefined],
  [{}, undefined],
])('%j is named %s', (days, name) => {
  expect(rangeName(days, '2026-11-25')).toBe(name);
});
