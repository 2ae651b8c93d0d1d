import { expect, it } from 'vitest';
import { dayOf, erasedAt, erasedUntil } from './retention-rules.ts';

it.each([
  ['2026-01-10T14:00:00.000Z', 1, 'America/Bogota', '2026-01-11T14:00:00.000Z'],
  ['2026-01-10T14:00:00.000Z', 180, 'America/Bogota', '2026-07-09T14:00:00.000Z'],
  // Clocks go forward on 8 March: the day of the erasure begins an hour earlier in UTC.
  ['2026-03-07T15:00:00.000Z', 1, 'America/New_York', '2026-03-08T14:00:00.000Z'],
  ['2026-10-31T14:00:00.000Z', 1, 'America/New_York', '2026-11-01T15:00:00.000Z'],
])('what ended at %s is erased %i days later in %s: %s', (endsAt, days, timeZone, expected) => {
  const due = erasedAt(new Date(endsAt), days, timeZone);
  expect(due.toISOString()).toBe(expected);
  expect(erasedUntil(due, days, timeZone).toISOString()).toBe(endsAt);
});

it.each([
  ['2026-12-05T04:59:59.000Z', 'America/Bogota', '2026-12-04'],
  ['2026-12-05T04:59:59.000Z', 'Asia/Tokyo', '2026-12-05'],
])('%s in %s is %s', (date, timeZone, day) => {
  expect(dayOf(new Date(date), timeZone)).toBe(day);
});
