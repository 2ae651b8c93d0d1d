import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysAfter, localDay, localTime, localTimeWithOffset } from './local-time.ts';

const zone = fc.constantFrom(
  'America/Bogota',
  'America/Santiago',
  'America/Sao_Paulo',
  'Europe/Madrid',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'UTC',
);
const instant = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(date => new Date(Math.floor(date.getTime() / 1000) * 1000));

it('each instant lies within its local day and in no other', () => {
  fc.assert(
    fc.property(instant, zone, (date, timeZone) => {
      const day = localTime(date, timeZone).slice(0, 10);
      const { start, end } = localDay(day, timeZone);
      expect(start <= date && date < end).toBe(true);
      expect(localTime(new Date(start.getTime() - 1000), timeZone).slice(0, 10) < day).toBe(true);
      expect(localDay(daysAfter(day, 1), timeZone).start).toEqual(end);
    }),
  );
});

it('a local time with its offset is the same instant', () => {
  fc.assert(
    fc.property(instant, zone, (date, timeZone) => {
      expect(new Date(localTimeWithOffset(date, timeZone))).toEqual(date);
    }),
  );
});
