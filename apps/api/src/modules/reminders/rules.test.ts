import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime } from '../../platform/local-time.ts';
import { dueMoment, isAfterToday, isAhead } from './rules.ts';

describe('rules', () => {
  const BOGOTA = 'America/Bogota';
  const MADRID = 'Europe/Madrid';

  describe('when a reminder is due', () => {
    it.each([
      // The local time is the same across the ends of months and years.
      [BOGOTA, '2026-12-05T14:00:00.000Z', 1, '2026-12-04T14:00:00.000Z'],
      [BOGOTA, '2026-12-05T14:00:00.000Z', 30, '2026-11-05T14:00:00.000Z'],
      [BOGOTA, '2027-01-01T05:00:00.000Z', 1, '2026-12-31T05:00:00.000Z'],
      [BOGOTA, '2027-01-01T04:59:59.999Z', 30, '2026-12-02T04:59:59.999Z'],
      [BOGOTA, '2027-03-01T14:00:00.000Z', 1, '2027-02-28T14:00:00.000Z'],
      [BOGOTA, '2028-03-01T14:00:00.000Z', 1, '2028-02-29T14:00:00.000Z'],
      [BOGOTA, '2027-03-30T14:00:00.000Z', 30, '2027-02-28T14:00:00.000Z'],
      [BOGOTA, '2028-03-30T14:00:00.000Z', 30, '2028-02-29T14:00:00.000Z'],
      // A clock change in between alters the number of hours, but not the local time.
      [MADRID, '2026-10-26T09:00:00.000Z', 1, '2026-10-25T09:00:00.000Z'],
      [MADRID, '2026-10-26T09:00:00.000Z', 2, '2026-10-24T08:00:00.000Z'],
      [MADRID, '2027-03-29T08:00:00.000Z', 2, '2027-03-27T09:00:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-05T01:00:00.000Z', 3, '2026-10-02T01:30:00.000Z'],
      // 2:30 occurs twice in that night, and the first occurrence is used.
      [MADRID, '2026-10-26T01:30:00.000Z', 1, '2026-10-25T00:30:00.000Z'],
      // 2:30 does not exist in that night, nor does 0:30 in Santiago, so the reminder is due an hour later.
      [MADRID, '2027-03-30T00:30:00.000Z', 2, '2027-03-28T01:30:00.000Z'],
      ['America/Santiago', '2026-09-07T03:30:00.000Z', 1, '2026-09-06T04:30:00.000Z'],
    ])('%s: %s, %i days before: %s', (zone, date, daysBefore, due) => {
      expect(dueMoment(new Date(date), daysBefore, zone).toISOString()).toBe(due);
    });
  });

  describe('still ahead', () => {
    it.each([
      [BOGOTA, '2026-12-05T14:00:00.000Z', 1, '2026-12-04T13:59:59.999Z', true],
      [BOGOTA, '2026-12-05T14:00:00.000Z', 1, '2026-12-04T14:00:00.000Z', false],
      [BOGOTA, '2026-12-05T14:00:00.000Z', 1, '2026-12-05T13:00:00.000Z', false],
      [BOGOTA, '2026-12-05T14:00:00.000Z', 30, '2026-11-05T13:59:59.999Z', true],
      [BOGOTA, '2026-12-05T14:00:00.000Z', 30, '2026-11-05T14:00:00.000Z', false],
      // The clock change makes the night one hour longer.
      [MADRID, '2026-10-25T09:00:00.000Z', 1, '2026-10-24T08:00:00.000Z', false],
      [MADRID, '2026-10-25T09:00:00.000Z', 1, '2026-10-24T07:59:59.999Z', true],
    ])('%s: %s, %i days before, at %s: %s', (zone, date, daysBefore, now, ahead) => {
      expect(isAhead(new Date(date), daysBefore, new Date(now), zone)).toBe(ahead);
    });
  });

  describe('strictly after today', () => {
    it.each([
      // Midnight in Bogotá is 05:00 UTC.
      ['2026-11-22T05:00:00.000Z', '2026-11-22T04:59:59.999Z', BOGOTA, true],
      ['2026-11-22T04:59:59.999Z', '2026-11-21T05:00:00.000Z', BOGOTA, false],
      ['2026-11-22T05:00:00.000Z', '2026-11-22T05:00:00.000Z', BOGOTA, false],
      ['2026-11-23T04:59:59.999Z', '2026-11-22T05:00:00.000Z', BOGOTA, false],
      ['2026-11-23T05:00:00.000Z', '2026-11-22T05:00:00.000Z', BOGOTA, true],
      ['2026-11-20T17:00:00.000Z', '2026-11-21T17:00:00.000Z', BOGOTA, false],
      ['2026-11-22T00:00:00.000Z', '2026-11-21T23:00:00.000Z', 'UTC', true],
      ['2026-11-22T00:00:00.000Z', '2026-11-21T23:00:00.000Z', MADRID, false],
      ['2027-01-01T05:00:00.000Z', '2027-01-01T04:59:59.999Z', BOGOTA, true],
    ])('%s seen at %s in %s: %s', (date, now, zone, isAfter) => {
      expect(isAfterToday(new Date(date), new Date(now), zone)).toBe(isAfter);
    });
  });
});

describe('rules', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const zone = fc.constantFrom('America/Bogota', 'America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe');
  const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
  const days = fc.integer({ min: 1, max: 30 });

  it('a reminder is due the given number of days before; a clock change moves it by an hour at most', () => {
    fc.assert(
      fc.property(moment, days, zone, (date, daysBefore, timeZone) => {
        const due = dueMoment(date, daysBefore, timeZone);
        expect(Math.abs(date.getTime() - due.getTime() - daysBefore * DAY_MS)).toBeLessThanOrEqual(
          DAY_MS / 24,
        );
        const [shown, wanted] = [localTime(due, timeZone), localTime(date, timeZone)];
        // Excludes local times that a clock change skips, which move to a later time.
        fc.pre(shown.slice(11) <= wanted.slice(11));
        expect(shown.slice(11)).toBe(wanted.slice(11));
      }),
    );
  });

  it('a reminder more days before is due earlier', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 29 }), zone, (date, daysBefore, timeZone) => {
        expect(dueMoment(date, daysBefore + 1, timeZone) < dueMoment(date, daysBefore, timeZone)).toBe(true);
      }),
    );
  });

  it('a past activity is not on a later day, and its reminder is not in the future', () => {
    fc.assert(
      fc.property(moment, moment, days, zone, (date, now, daysBefore, timeZone) => {
        fc.pre(date <= now);
        expect(isAfterToday(date, now, timeZone)).toBe(false);
        expect(isAhead(date, daysBefore, now, timeZone)).toBe(false);
      }),
    );
  });
});
