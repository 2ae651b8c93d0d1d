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
      const isSkipped = shown.slice(11) > wanted.slice(11);
      expect(isSkipped || shown.slice(11) === wanted.slice(11)).toBe(true);
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

it('an activity on a later day is in the future, and so is one whose reminder is', () => {
  fc.assert(
    fc.property(moment, moment, days, zone, (date, now, daysBefore, timeZone) => {
      const isFuture = date > now;
      expect(isFuture || !isAfterToday(date, now, timeZone)).toBe(true);
      expect(isFuture || !isAhead(date, daysBefore, now, timeZone)).toBe(true);
    }),
  );
});
