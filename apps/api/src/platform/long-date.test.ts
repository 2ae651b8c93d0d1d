import { expect, it } from 'vitest';
import { longPeriod } from './long-date.ts';

const zone = 'America/Bogota';
const start = new Date('2026-12-05T14:00:00.000Z');

it.each([
  [null, 'sábado, 5 de diciembre de 2026, 9:00 a. m.'],
  ['2026-12-05T16:00:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta las 11:00 a. m.'],
  ['2026-12-05T18:30:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta la 1:30 p. m.'],
  // Another day in UTC, the same in Bogotá.
  ['2026-12-06T04:00:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta las 11:00 p. m.'],
  [
    '2026-12-06T22:00:00.000Z',
    'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta el domingo, 6 de diciembre de 2026, 5:00 p. m.',
  ],
])('until %s: %s', (end, text) => {
  expect(longPeriod(start, end === null ? null : new Date(end), zone).replaceAll('\u00a0', ' ')).toBe(text);
});
