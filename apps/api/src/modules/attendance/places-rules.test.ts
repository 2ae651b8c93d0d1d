import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitting, offerExpiry, outcomeOf, sizeOf } from './places-rules.ts';

const timeZone = 'America/Bogota';
/** Local time in Popayán, five hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-05:00`);

describe('how long an offered place is kept', () => {
  it.each([
    ['24 hours, the night not counted', '2026-11-23T10:00', '2026-12-05T09:00', '2026-11-24T21:00'],
    ['over two nights', '2026-11-23T15:00', '2026-12-05T09:00', '2026-11-25T13:00'],
    ['2 hours within three days', '2026-12-02T10:00', '2026-12-05T09:00', '2026-12-02T12:00'],
    ['24 hours just before that', '2026-12-02T08:59', '2026-12-05T09:00', '2026-12-03T19:59'],
    ['30 minutes within twelve hours', '2026-12-05T09:00', '2026-12-05T21:00', '2026-12-05T09:30'],
    ['2 hours just before that', '2026-12-05T08:59', '2026-12-05T21:00', '2026-12-05T10:59'],
    ['until 21:00, the rest in the morning', '2026-12-03T20:00', '2026-12-05T14:00', '2026-12-04T09:00'],
    ['made at night, from 08:00', '2026-12-03T23:10', '2026-12-05T14:00', '2026-12-04T10:00'],
    ['made before dawn, from 08:00', '2026-12-04T03:10', '2026-12-05T14:00', '2026-12-04T10:00'],
    ['at the last second of the day', '2026-12-03T19:00', '2026-12-05T14:00', '2026-12-03T21:00'],
    ['through the night before an early start', '2026-12-04T20:00', '2026-12-05T09:59', '2026-12-04T22:00'],
    [
      'not through the night before a later start',
      '2026-12-04T20:30',
      '2026-12-05T10:00',
      '2026-12-05T09:30',
    ],
    ['through the night in which it begins', '2026-12-05T20:50', '2026-12-05T23:30', '2026-12-05T21:20'],
    ['never longer than until it begins', '2026-12-05T08:45', '2026-12-05T09:00', '2026-12-05T09:00'],
  ])('%s', (_what, now, date, expected) => {
    expect(offerExpiry({ now: at(now), date: at(date), timeZone, isReachable: true })).toEqual(at(expected));
  });

  it.each([
    ['2026-11-23T10:00', '2026-12-05T09:00', '2026-11-26T19:00'],
    ['2026-12-02T10:00', '2026-12-05T09:00', '2026-12-02T14:00'],
    ['2026-12-05T09:00', '2026-12-05T21:00', '2026-12-05T10:00'],
  ])('twice as long for a party that only the organiser can tell: %s', (now, date, expected) => {
    expect(offerExpiry({ now: at(now), date: at(date), timeZone, isReachable: false })).toEqual(at(expected));
  });

  it('always ends after it was made, and by the time that the activity begins', () => {
    const minute = 60_000;
    const zones = fc.constantFrom(
      'America/Bogota',
      'America/Santiago',
      'Europe/Madrid',
      'Australia/Lord_Howe',
    );
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 60 * 24 * 20 }),
        zones,
        fc.boolean(),
        (now, minutes, zone, isReachable) => {
          const date = new Date(now.getTime() + minutes * minute);
          const expiry = offerExpiry({ now, date, timeZone: zone, isReachable });
          expect(expiry.getTime()).toBeGreaterThan(now.getTime());
          expect(expiry.getTime()).toBeLessThanOrEqual(date.getTime());
          const shortest = Math.min(minutes, isReachable ? 30 : 60) * minute;
          expect(expiry.getTime() - now.getTime()).toBeGreaterThanOrEqual(shortest);
        },
      ),
    );
  });
});

const parties = (...sizes: number[]) => sizes.map(size => ({ companions: size - 1 }));
const sizesOf = (chosen: { companions: number }[]) => chosen.map(sizeOf);

describe('who gets free places', () => {
  it.each([
    [[1, 1, 1], 2, [1, 1]],
    [[3, 1, 2], 2, [1]],
    [[3, 2, 1, 1], 3, [3]],
    [[4, 2, 2], 4, [4]],
    [[4, 2, 1, 1], 3, [2, 1]],
    [[1], 0, []],
    [[1], -2, []],
    [[10, 1], Number.POSITIVE_INFINITY, [10, 1]],
    [[], 5, []],
  ])('parties of %j, %d free: %j', (waiting, free, expected) => {
    expect(sizesOf(fitting(parties(...waiting), free))).toEqual(expected);
  });
});

describe('what becomes of a party that confirms', () => {
  const added = { isAdded: true, isForced: false };
  const forced = { isAdded: true, isForced: true };
  const own = { isAdded: false, isForced: false };
  it.each([
    ['one that fits', 1, own, 2, true, 'confirmed'],
    ['a larger one', 2, own, 2, true, 'waiting'],
    ['without a waiting list', 0, own, 0, false, 'full'],
    ['one whom the organiser adds', 0, added, 0, true, 'full'],
    ['by force', 3, forced, 1, true, 'over-limit'],
    ['by force where it fits', 0, forced, 1, true, 'confirmed'],
    ['by force over the limit', 0, forced, -2, false, 'over-limit'],
    ['without a capacity', 9, own, Number.POSITIVE_INFINITY, true, 'confirmed'],
  ])('%s', (_what, companions, is, free, hasWaitingList, expected) => {
    expect(outcomeOf({ companions, ...is }, free, hasWaitingList)).toBe(expected);
  });
});
