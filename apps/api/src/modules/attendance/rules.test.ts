import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterEdit,
  askingTime,
  dayOf,
  erasedAt,
  erasedUntil,
  type Holder,
  type IdentifyingField,
  type Identity,
  isAskedAgain,
  isAskingTime,
  isSameName,
  latestAskedDate,
  latestAskedPlacing,
  offerExpiry,
  outcomeOf,
  partiesThatFit,
  sizeOf,
} from './rules.ts';

describe('person rules', () => {
  const [P, Q] = ['+573001234567', '+573005555555'];
  const of = (name: string, email: string | null = null, phone: string | null = null): Identity => ({
    name,
    email,
    phone,
  });

  describe('an edit', () => {
    it.each<[string, Identity, Identity, Holder]>([
      ['spells the name otherwise', of('Efraín Ñáñez'), of('EFRAIN  NANEZ.'), 'same'],
      ['names another person', of('Rosa'), of('Luz'), 'other'],
      ['adds an e-mail to a name', of('Rosa'), of('Rosa', 'r@x.co'), 'same'],
      ['adds an e-mail and another name', of('Rosa'), of('Luz', 'l@x.co'), 'other'],
      ['adds a phone to a name', of('Rosa'), of('Rosa', null, P), 'same'],
      ['adds a phone and another name', of('Rosa'), of('Luz', null, P), 'other'],
      ['corrects the name of a phone', of('Rosa', null, P), of('Rosa Elena', null, P), 'same'],
      ['corrects the phone of a name', of('Rosa', null, P), of('Rosa', null, Q), 'same'],
      ['removes the phone of a name', of('Rosa', null, P), of('Rosa'), 'same'],
      ['removes the phone with another name', of('Rosa', null, P), of('Luz'), 'other'],
      ['changes name and phone', of('Rosa', null, P), of('Luz', null, Q), 'other'],
      ['adds an e-mail and another name to a phone', of('Rosa', null, P), of('Luz', 'l@x.co', P), 'other'],
      ['changes name and phone of an e-mail', of('Rosa', 'r@x.co', P), of('Luz', 'r@x.co', Q), 'same'],
      ['changes the e-mail alone', of('Rosa', 'r@x.co', P), of('Rosa', 'l@x.co', P), 'other'],
      ['removes the e-mail', of('Rosa', 'r@x.co', P), of('Rosa', null, P), 'other'],
    ])('that %s', (_what, before, after, holder) => {
      expect(afterEdit({ ...before, corrected: [] }, after).holder).toBe(holder);
    });

    it('leaves the links of an address that was typed later when the name changes too', () => {
      const { corrected } = afterEdit({ ...of('Rosa'), corrected: [] }, of('Rosa', 'l@x.co'));
      expect(afterEdit({ ...of('Rosa', 'l@x.co'), corrected }, of('Luz', 'l@x.co'))).toEqual({
        holder: 'unproved',
        corrected: [],
      });
    });
  });

  it('several edits never leave what was given out to a person of whom nothing is left', () => {
    const identity = fc.record({
      name: fc.constantFrom('Rosa', 'ROSA', 'Luz'),
      email: fc.constantFrom(null, 'r@x.co', 'l@x.co'),
      phone: fc.constantFrom(null, P, Q),
    });
    fc.assert(
      fc.property(identity, fc.array(identity, { minLength: 1, maxLength: 5 }), (first, edits) => {
        let row: Identity & { corrected: readonly IdentifyingField[] } = { ...first, corrected: [] };
        for (const after of edits) {
          const { holder, corrected } = afterEdit(row, after);
          if (holder !== 'same') return;
          row = { ...after, corrected };
        }
        if (first.email !== null) expect(row.email).toBe(first.email);
        else if (row.email !== null) expect(isSameName(row.name, first.name)).toBe(true);
        else
          expect(
            isSameName(row.name, first.name) || (first.phone !== null && row.phone === first.phone),
          ).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('places rules', () => {
  const timeZone = 'America/Bogota';
  /** Converts a local time in Popayán, five hours behind UTC. */
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
      expect(offerExpiry({ now: at(now), date: at(date), timeZone, isReachable: true })).toEqual(
        at(expected),
      );
    });

    it.each([
      ['2026-11-23T10:00', '2026-12-05T09:00', '2026-11-26T19:00'],
      ['2026-12-02T10:00', '2026-12-05T09:00', '2026-12-02T14:00'],
      ['2026-12-05T09:00', '2026-12-05T21:00', '2026-12-05T10:00'],
    ])('twice as long for a party that only the organiser can tell: %s', (now, date, expected) => {
      expect(offerExpiry({ now: at(now), date: at(date), timeZone, isReachable: false })).toEqual(
        at(expected),
      );
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
      expect(sizesOf(partiesThatFit(parties(...waiting), free))).toEqual(expected);
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
});

describe('reconfirm rules', () => {
  const bogota = 'America/Bogota';
  /** Converts a local time in Popayán, five hours behind UTC. */
  const at = (local: string) => new Date(`${local}:00-05:00`);

  describe('when the parties are asked whether they still come', () => {
    it.each([
      ['a morning', '2026-12-05T09:00', '2026-12-04T18:00'],
      ['the first minute of a day', '2026-12-05T00:00', '2026-12-04T18:00'],
      ['the last minute of a day', '2026-12-05T23:59', '2026-12-04T18:00'],
      ['the first of a month', '2027-03-01T09:00', '2027-02-28T18:00'],
      ['the first of a year', '2027-01-01T09:00', '2026-12-31T18:00'],
    ])('%s', (_what, date, expected) => {
      expect(askingTime(at(date), bogota)).toEqual(at(expected));
    });

    it.each([
      // Clocks go back in Madrid on 25 October 2026 and forward on 28 March 2027.
      ['2026-10-25T22:30:00Z', 'Europe/Madrid', '2026-10-24T16:00:00Z'],
      ['2027-03-28T21:30:00Z', 'Europe/Madrid', '2027-03-27T17:00:00Z'],
      ['2026-12-05T14:00:00Z', 'Pacific/Auckland', '2026-12-05T05:00:00Z'],
    ])('%s in %s', (date, zone, expected) => {
      expect(askingTime(new Date(date), zone)).toEqual(new Date(expected));
    });

    it.each([
      ['a minute before', '2026-12-04T17:59', false],
      ['at 18:00', '2026-12-04T18:00', true],
      ['late, after an outage', '2026-12-05T08:59', true],
      ['not once it has begun', '2026-12-05T09:00', false],
    ])('%s', (_what, now, expected) => {
      expect(isAskingTime(at('2026-12-05T09:00'), at(now), bogota)).toBe(expected);
    });

    it('finds every activity whose time has come', () => {
      for (const [date, zone] of [
        [at('2026-12-05T23:59'), bogota],
        // The day has 25 hours.
        [new Date('2026-10-25T22:59:00Z'), 'Europe/Madrid'],
      ] as const)
        expect(date.getTime()).toBeLessThanOrEqual(latestAskedDate(askingTime(date, zone)).getTime());
    });

    it('only asks those who got their place more than 24 hours before', () => {
      expect(latestAskedPlacing(at('2026-12-04T18:00'))).toEqual(at('2026-12-03T18:00'));
      const asking = { asksAgain: true, date: at('2026-12-05T09:00') };
      expect(isAskedAgain(asking, at('2026-12-03T17:59'), bogota)).toBe(true);
      expect(isAskedAgain(asking, at('2026-12-03T18:00'), bogota)).toBe(false);
      expect(isAskedAgain({ ...asking, asksAgain: false }, at('2026-12-01T09:00'), bogota)).toBe(false);
    });
  });
});

describe('retention rules', () => {
  it.each([
    ['2026-01-10T14:00:00.000Z', 1, 'America/Bogota', '2026-01-11T14:00:00.000Z'],
    ['2026-01-10T14:00:00.000Z', 180, 'America/Bogota', '2026-07-09T14:00:00.000Z'],
    // Clocks go forward on 8 March and back on 1 November, so that the same local time is an hour earlier or
    // later in UTC.
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
});
