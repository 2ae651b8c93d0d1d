import { expect, it } from 'vitest';
import { lastWeeks } from './weeks.ts';

const BOGOTA = 'America/Bogota';

it.each([
  // Saturday, Sunday evening in Popayán when it is Monday in London, and Monday itself.
  ['2026-11-21T17:00:00.000Z', BOGOTA, '2026-11-16', '2026-11-16T05:00:00.000Z'],
  ['2026-11-23T04:59:59.999Z', BOGOTA, '2026-11-16', '2026-11-16T05:00:00.000Z'],
  ['2026-11-23T04:59:59.999Z', 'Europe/London', '2026-11-23', '2026-11-23T00:00:00.000Z'],
  ['2026-11-23T05:00:00.000Z', BOGOTA, '2026-11-23', '2026-11-23T05:00:00.000Z'],
])('at %s in %s the week is that of %s', (now, timeZone, monday, start) => {
  expect(lastWeeks(new Date(now), timeZone).at(-1)).toEqual({ monday, start: new Date(start) });
});

it('gives twelve, each a Monday, also where clocks change', () => {
  const weeks = lastWeeks(new Date('2027-01-05T12:00:00.000Z'), 'Europe/Madrid');
  expect(weeks.map(({ monday }) => monday)).toEqual([
    '2026-10-19',
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ]);
  expect(weeks.slice(0, 2).map(({ start }) => start.toISOString())).toEqual([
    '2026-10-18T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});
