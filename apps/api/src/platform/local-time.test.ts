import { expect, it, onTestFinished, vi } from 'vitest';
import { daysAfter, localDay, localTime, localTimeWithOffset, startOfDay } from './local-time.ts';

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
  // The clocks skip midnight: the day starts at 01:00.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  // Midnight occurs twice.
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
