import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { setServerTime } from '../../../lib/dates/now.ts';
import {
  adjustPastHour,
  dayOf,
  fromPickerText,
  movedAlong,
  nextWeekday,
  pastNotice,
  siteToday,
  toPickerText,
} from './picked-date.ts';

// 20:30 of 21 November in Popayán, already the 22nd in London.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T01:30:00.000Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('converts the picker’s text in site time and back', () => {
  expect(fromPickerText('2026-12-05 09:00:00')).toEqual(new Date('2026-12-05T14:00:00.000Z'));
  expect(toPickerText('2026-12-05T14:00:00.000Z')).toBe('2026-12-05 09:00:00');
  expect(dayOf('2026-12-05 09:00:00')).toBe('2026-12-05');
});

test('today is the date in site time', () => {
  expect(siteToday()).toBe('2026-11-21');
});

test('the hour is that of the server on a phone whose clock is two days behind', () => {
  setServerTime('2026-11-24T01:30:00.000Z');
  onTestFinished(() => setServerTime(new Date().toUTCString()));
  expect(siteToday()).toBe('2026-11-23');
  expect(adjustPastHour('2026-11-23 09:00:00', '')).toBe('2026-11-23 21:00:00');
  expect(pastNotice('2026-11-22 09:00:00')).toMatch(/^Esta fecha ya pasó/);
});

test.each([
  ['today at the default time, which has passed', '2026-11-21 09:00:00', '', '2026-11-21 21:00:00'],
  ['today at the time of another day', '2026-11-21 09:00:00', '2026-12-05 09:00:00', '2026-11-21 21:00:00'],
  ['a future time', '2026-11-21 22:15:00', '', '2026-11-21 22:15:00'],
  ['the current minute', '2026-11-21 20:30:00', '', '2026-11-21 20:30:00'],
  ['another time today', '2026-11-21 08:00:00', '2026-11-21 21:00:00', '2026-11-21 08:00:00'],
  ['another day', '2026-11-22 09:00:00', '', '2026-11-22 09:00:00'],
  ['the current past day', '2026-11-20 09:00:00', '2026-11-22 09:00:00', '2026-11-20 09:00:00'],
  ['nothing', '', '2026-11-22 09:00:00', ''],
])('picked: %s', (_, picked, before, proposed) => {
  expect(adjustPastHour(picked, before)).toBe(proposed);
});

test('proposes 23:59 in the last hour of the day', () => {
  vi.setSystemTime('2026-11-22T04:10:00.000Z');
  expect(adjustPastHour('2026-11-21 09:00:00', '')).toBe('2026-11-21 23:59:00');
});

test.each([
  ['', null],
  ['2026-11-22 00:00:00', null],
  ['2026-11-21 20:30:00', null],
  ['2026-11-21 20:29:59', 'Esa hora ya pasó: la actividad quedará entre las pasadas.'],
  ['2026-11-21 00:00:00', 'Esa hora ya pasó: la actividad quedará entre las pasadas.'],
  ['2026-11-20 23:59:59', 'Esta fecha ya pasó. Puedes dejarla como está o elegir una nueva.'],
])('%s: %s', (picked, notice) => {
  expect(pastNotice(picked)).toBe(notice);
});

test.each([
  ['of the future, a week later', '2026-12-05 09:00:00', '2026-12-12 09:00:00'],
  ['of the past, the first to come', '2026-10-31 16:30:00', '2026-11-28 16:30:00'],
  ['a week ago is not today but in a week', '2026-11-14 09:00:00', '2026-11-28 09:00:00'],
  ['of a year ago, across the end of the year', '2025-12-31 08:00:00', '2026-11-25 08:00:00'],
])('the next date on the same weekday: %s', (_, picked, next) => {
  expect(nextWeekday(picked)).toBe(next);
});

test.each([
  ['', ''],
  ['2026-12-05 11:00:00', '2026-12-19 11:00:00'],
  ['2026-12-06 01:00:00', '2026-12-20 01:00:00'],
])('an end at %j moves along to %j', (end, moved) => {
  expect(movedAlong(end, '2026-12-05 09:00:00', '2026-12-19 09:00:00')).toBe(moved);
});

test.each([
  ['2026-12-05 10:30:00', '2026-12-05 13:30:00'],
  ['2026-12-04 22:00:00', '2026-12-05 01:00:00'],
  ['2027-01-01 08:00:00', '2027-01-01 11:00:00'],
])('an activity from 9 to 12 that starts at %j ends at %j', (start, end) => {
  expect(movedAlong('2026-12-05 12:00:00', '2026-12-05 09:00:00', start)).toBe(end);
});
