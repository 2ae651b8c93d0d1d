import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  daysAfter,
  lastWeeks,
  localDay,
  localTime,
  localTimeWithOffset,
  longPeriod,
  startOfDay,
} from './local-time.ts';

describe('local time', () => {
  it.each([
    ['America/Bogota', '2026-12-05T14:00:00.000Z', '2026-12-05T09:00:00-05:00'],
    ['America/Bogota', '2026-12-06T04:59:59.999Z', '2026-12-05T23:59:59-05:00'],
    ['Europe/Madrid', '2026-07-01T22:30:00.000Z', '2026-07-02T00:30:00+02:00'],
    ['Europe/Madrid', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
    ['America/St_Johns', '2026-12-05T14:00:00.000Z', '2026-12-05T10:30:00-03:30'],
    ['UTC', '2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00+00:00'],
  ])('in %s, %s is %s', (timeZone, instant, written) => {
    expect(localTimeWithOffset(new Date(instant), timeZone)).toBe(written);
    expect(localTime(new Date(instant), timeZone)).toBe(written.slice(0, 19));
  });

  it.each([
    ['America/Bogota', '2026-12-05', '2026-12-05T05:00:00.000Z'],
    ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Madrid', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Madrid', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
    // The clocks skip midnight, so the day starts at 01:00.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    // Midnight occurs twice, and the day starts at the first one.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['UTC', '2028-02-29', '2028-02-29T00:00:00.000Z'],
  ])('in %s, %s starts at %s', (timeZone, day, instant) => {
    const start = startOfDay(day, timeZone);
    expect(start.toISOString()).toBe(instant);
    expect(localTime(start, timeZone).slice(0, 10)).toBe(day);
    expect(localTime(new Date(start.getTime() - 1), timeZone).slice(0, 10)).not.toBe(day);
  });

  it('a day ends where the next starts, with 23, 24 or 25 hours', () => {
    const hours = (day: string) => {
      const { start, end } = localDay(day, 'Europe/Madrid');
      return (end.getTime() - start.getTime()) / 3_600_000;
    };
    expect(['2026-03-29', '2026-06-01', '2026-10-25'].map(hours)).toEqual([23, 24, 25]);
  });

  it('adds days across months and years', () => {
    expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
    expect(daysAfter('2027-01-01', -1)).toBe('2026-12-31');
  });

  it('creates no second formatter for a time zone', () => {
    localTime(new Date(0), 'America/Lima');
    const created = vi.spyOn(Intl, 'DateTimeFormat');
    onTestFinished(() => created.mockRestore());
    expect(localTime(new Date(0), 'America/Lima')).toBe('1969-12-31T19:00:00');
    expect(created).not.toHaveBeenCalled();
  });
});

describe('local time', () => {
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
});

describe('weeks', () => {
  const BOGOTA = 'America/Bogota';

  it.each([
    // The times are a Saturday, a Sunday evening in Popayán when it is Monday in London, and the Monday.
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
});

describe('long date', () => {
  const zone = 'America/Bogota';
  const start = new Date('2026-12-05T14:00:00.000Z');

  it.each([
    [null, 'sábado, 5 de diciembre de 2026, 9:00 a. m.'],
    ['2026-12-05T16:00:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta las 11:00 a. m.'],
    ['2026-12-05T18:30:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta la 1:30 p. m.'],
    // The end is on another day in UTC, and on the same day in Bogotá.
    ['2026-12-06T04:00:00.000Z', 'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta las 11:00 p. m.'],
    [
      '2026-12-06T22:00:00.000Z',
      'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta el domingo, 6 de diciembre de 2026, 5:00 p. m.',
    ],
  ])('until %s: %s', (end, text) => {
    expect(longPeriod(start, end === null ? null : new Date(end), zone).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
