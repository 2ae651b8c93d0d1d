import { describe, expect, test } from 'vitest';
import {
  calendarLeafParts,
  clockTime,
  dayDate,
  isAfterToday,
  isSameDay,
  longDate,
  shortDate,
  siteDay,
  siteZoneName,
} from './dates.ts';

describe('dates', () => {
  test('the long date has the format of the e-mails, in the time zone of Bogotá', () => {
    expect(longDate('2026-12-05T14:00:00.000Z')).toBe('sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m.');
    expect(longDate('2026-12-05T23:30:00.000Z')).toBe('sábado, 5 de diciembre de 2026, 6:30\u00a0p.\u00a0m.');
  });

  test('the day depends on the time zone', () => {
    const moment = '2026-12-06T02:00:00.000Z';
    expect(dayDate(moment)).toBe('5 de diciembre de 2026');
    expect(dayDate(moment, 'Europe/Madrid')).toBe('6 de diciembre de 2026');
    expect(isSameDay(moment, '2026-12-05T15:00:00.000Z')).toBe(true);
    expect(isSameDay(moment, '2026-12-05T15:00:00.000Z', 'Europe/Madrid')).toBe(false);
  });

  test('the time has no line break', () => {
    expect(clockTime(new Date('2026-12-05T05:05:00.000Z'))).toBe('12:05\u00a0a.\u00a0m.');
  });

  test('a calendar leaf has short names without full stops', () => {
    expect(calendarLeafParts('2026-12-05T14:00:00.000Z')).toEqual({
      weekday: 'sáb',
      day: '5',
      month: 'dic',
      year: '2026',
    });
  });

  test('the short date has no time', () => {
    expect(shortDate('2026-12-05T14:00:00.000Z')).toBe('sáb, 5 dic 2026');
  });

  test.each([
    ['2026-12-06T04:59:00.000Z', false],
    ['2026-12-06T05:00:00.000Z', true],
    ['2026-12-04T14:00:00.000Z', false],
  ])('is on a later day in Bogotá: %s', (moment, isAfter) => {
    expect(isAfterToday(moment, new Date('2026-12-05T15:00:00.000Z'))).toBe(isAfter);
  });

  test.each([
    ['2026-12-06T04:59:59.999Z', 'America/Bogota', '2026-12-05'],
    ['2026-12-06T05:00:00.000Z', 'America/Bogota', '2026-12-06'],
    ['2026-12-06T04:59:59.999Z', 'Europe/Madrid', '2026-12-06'],
  ])('%s in %s is on %s', (moment, zone, day) => {
    expect(siteDay(moment, zone)).toBe(day);
  });
});

describe('site-zone-name', () => {
  const DATE = '2026-12-05T14:00:00.000Z';

  // The site's zone is America/Bogota.
  test.each([
    ['America/Bogota', ''],
    // The same clock under another name.
    ['America/Lima', ''],
    ['Europe/Madrid', 'hora de Colombia'],
    ['America/Caracas', 'hora de Colombia'],
  ])('a browser in %s names the zone %j', (zone, expected) => {
    expect(siteZoneName(DATE, zone)).toBe(expected);
  });

  test('no zone is named for an invalid date', () => {
    expect(siteZoneName('mañana', 'Europe/Madrid')).toBe('');
  });
});
