import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localTime } from '../../platform/local-time.ts';
import { dueMoment, isAfterToday, isAhead } from './rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const zone = fc.constantFrom('America/Bogota', 'America/Santiago', 'Europe/Madrid', 'Australia/Lord_Howe');
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2150-01-01'), noInvalidDate: true });
const days = fc.integer({ min: 1, max: 30 });

it('a reminder is due the given number of days before; a clock change moves it by an hour at most', () => {
  fc.assert(
    fc.property(moment, days, zone, (date, daysBefore, timeZone) => {
      const due = dueMoment(date, daysBefore, timeZone);
      expect(Math.abs(date.getTime() - due.getTime() - daysBefore * DAY_MS)).toBeLessThanOrEqual(DAY_MS / 24);
      const [shown, wanted] = [localTime(due, timeZone), localTime(date, timeZone)];
      // A local time that a clock change skips moves to a later one.
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
