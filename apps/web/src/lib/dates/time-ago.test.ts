import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date('2026-12-05T14:00:00.000Z');

test.each([
  ['2026-12-05T14:00:30.000Z', 'hace un momento'],
  ['2026-12-05T13:59:00.001Z', 'hace un momento'],
  ['2026-12-05T13:59:00.000Z', 'hace 1 minuto'],
  ['2026-12-05T13:00:00.001Z', 'hace 59 minutos'],
  ['2026-12-05T13:00:00.000Z', 'hace 1 hora'],
  ['2026-12-04T14:00:00.001Z', 'hace 23 horas'],
  ['2026-12-04T14:00:00.000Z', 'el viernes, 4 de diciembre de 2026, 9:00\u00a0a.\u00a0m.'],
])('%s is %s', (moment, expected) => {
  expect(timeAgo(moment, now)).toBe(expected);
});
