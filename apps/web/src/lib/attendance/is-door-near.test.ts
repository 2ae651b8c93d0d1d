import { expect, test } from 'vitest';
import { isDoorNear } from './is-door-near.ts';

// 5 December, 9:00 to 12:00 in Colombia.
const date = '2026-12-05T14:00:00.000Z';
const endDate = '2026-12-05T17:00:00.000Z';

test.each([
  ['the evening before, 12 hours ahead', '2026-12-05T02:00:00.000Z', true],
  ['earlier that evening', '2026-12-05T01:59:00.000Z', false],
  ['after the end', '2026-12-10T14:00:00.000Z', true],
  ['seven days after the end', '2026-12-12T17:00:00.000Z', true],
  ['later', '2026-12-12T17:00:01.000Z', false],
])('%s: %s is %s', (_, now, isNear) => {
  expect(isDoorNear({ date, endDate }, new Date(now))).toBe(isNear);
});

test('an activity in the evening has its door from the morning of its day on', () => {
  const evening = { date: '2026-12-06T01:00:00.000Z', endDate: null };
  expect(isDoorNear(evening, new Date('2026-12-05T11:00:00.000Z'))).toBe(true);
  expect(isDoorNear(evening, new Date('2026-12-05T04:00:00.000Z'))).toBe(false);
});
