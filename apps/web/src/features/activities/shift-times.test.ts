import { expect, test } from 'vitest';
import { endsNextDay, momentsOn, timesOn } from './shift-times.ts';

const DAY = '2026-12-05';

test.each([
  ['both', '09:00', '11:00', '2026-12-05T09:00', '2026-12-05T11:00'],
  ['past midnight', '22:00', '01:00', '2026-12-05T22:00', '2026-12-06T01:00'],
  ['past the end of the year', '22:00', '01:00', '2026-12-31T22:00', '2027-01-01T01:00'],
  ['the same', '09:00', '09:00', '2026-12-05T09:00', '2026-12-05T09:00'],
  ['only the start', '09:00', '', '2026-12-05T09:00', ''],
  ['only the end', '', '11:00', '', '2026-12-05T11:00'],
  ['none', '', '', '', ''],
])('times on a day: %s', (_, from, to, startsAt, endsAt) => {
  const day = startsAt === '' ? DAY : startsAt.slice(0, DAY.length);
  expect(momentsOn(day, { from, to })).toEqual({ startsAt, endsAt });
  expect(timesOn(day, { startsAt, endsAt })).toEqual({ from, to });
  expect(endsNextDay({ startsAt, endsAt })).toBe(to !== '' && to < from);
});

test.each([
  ['the day before', '2026-12-04T15:00', '2026-12-04T18:00'],
  ['until the day after, longer than a day', '2026-12-05T09:00', '2026-12-06T11:00'],
  ['the wrong order', '2026-12-05T11:00', '2026-12-05T09:00'],
])('moments that need a day: %s', (_, startsAt, endsAt) => {
  expect(timesOn(DAY, { startsAt, endsAt })).toBeNull();
});
