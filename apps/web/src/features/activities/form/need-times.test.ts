import { expect, test } from 'vitest';
import { endsAfter, endsNextDay, shiftMomentsOn, startsBefore, timesOn } from './need-times.tsx';

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
  expect(shiftMomentsOn(day, { from, to }, false)).toEqual({ startsAt, endsAt });
  expect(timesOn(day, { startsAt, endsAt }, false)).toEqual({ from, to });
  expect(endsNextDay({ startsAt, endsAt })).toBe(to !== '' && to < from);
});

test.each([
  ['the day before', '2026-12-04T15:00', '2026-12-04T18:00'],
  ['until the day after, longer than a day', '2026-12-05T09:00', '2026-12-06T11:00'],
  ['the wrong order', '2026-12-05T11:00', '2026-12-05T09:00'],
])('moments that need a day: %s', (_, startsAt, endsAt) => {
  expect(timesOn(DAY, { startsAt, endsAt }, false)).toBeNull();
});

test.each([
  ['in order', '09:00', '11:00', '2026-12-05T11:00'],
  ['the wrong order', '09:00', '08:30', '2026-12-05T08:30'],
])('times in an activity that ends on its day: %s', (_, from, to, endsAt) => {
  const moments = { startsAt: '2026-12-05T09:00', endsAt };
  expect(shiftMomentsOn(DAY, { from, to }, true)).toEqual(moments);
  expect(timesOn(DAY, moments, true)).toEqual({ from, to });
  expect(endsNextDay(moments)).toBe(false);
});

test('a task that ends on the next day has days of its own in an activity that does not', () => {
  expect(timesOn(DAY, { startsAt: '2026-12-05T22:00', endsAt: '2026-12-06T01:00' }, true)).toBeNull();
});

test.each([
  ['the same hours', '2026-12-05T09:00', '2026-12-05T12:00', false, false],
  ['before', '2026-12-05T08:59', '2026-12-05T12:00', true, false],
  ['the day before', '2026-12-04T15:00', '2026-12-04T18:00', true, false],
  ['after', '2026-12-05T13:00', '2026-12-05T15:00', false, true],
  ['none', '', '', false, false],
])('next to an activity from 9 to 12: %s', (_, startsAt, endsAt, isEarly, isLate) => {
  expect(startsBefore({ startsAt, endsAt }, `${DAY} 09:00:00`)).toBe(isEarly);
  expect(endsAfter({ startsAt, endsAt }, `${DAY} 12:00:00`)).toBe(isLate);
  // Without a date or an end there is nothing to compare with.
  expect([startsBefore({ startsAt, endsAt }, ''), endsAfter({ startsAt, endsAt }, '')]).toEqual([
    false,
    false,
  ]);
});
