import { expect, test } from 'vitest';
import { isDayBeforeAhead } from './day-before.ts';

// Ten at night in Bogotá.
const NOW = new Date('2026-12-06T03:00:00.000Z');

test.each([
  ['in two days', '2026-12-08T03:00:00.000Z', true],
  ['in a day and a moment', '2026-12-07T03:00:00.001Z', true],
  ['in a day', '2026-12-07T03:00:00.000Z', false],
  ['tomorrow morning', '2026-12-06T13:00:00.000Z', false],
  ['tonight', '2026-12-06T04:00:00.000Z', false],
  ['now', NOW.toISOString(), false],
  ['yesterday', '2026-12-05T03:00:00.000Z', false],
  ['at no time at all', 'mañana', false],
])('%s', (_, date, isAhead) => {
  expect(isDayBeforeAhead(date, NOW)).toBe(isAhead);
});
