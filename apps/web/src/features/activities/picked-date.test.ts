import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOf, pastNotice, pickedMoment, pickedText, proposedMoment, siteToday } from './picked-date.ts';

// 20:30 of 21 November in Popayán, already the 22nd in London.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T01:30:00.000Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('a picked text means the time of the site, and back', () => {
  expect(pickedMoment('2026-12-05 09:00:00')).toEqual(new Date('2026-12-05T14:00:00.000Z'));
  expect(pickedText('2026-12-05T14:00:00.000Z')).toBe('2026-12-05 09:00:00');
  expect(dayOf('2026-12-05 09:00:00')).toBe('2026-12-05');
});

test('today is the day of the site', () => {
  expect(siteToday()).toBe('2026-11-21');
});

test.each([
  ['today by the usual hour, which has passed', '2026-11-21 09:00:00', '', '2026-11-21 21:00:00'],
  ['today by the hour of another day', '2026-11-21 09:00:00', '2026-12-05 09:00:00', '2026-11-21 21:00:00'],
  ['an hour that is still to come', '2026-11-21 22:15:00', '', '2026-11-21 22:15:00'],
  ['this very moment', '2026-11-21 20:30:00', '', '2026-11-21 20:30:00'],
  ['another hour of today', '2026-11-21 08:00:00', '2026-11-21 21:00:00', '2026-11-21 08:00:00'],
  ['another day', '2026-11-22 09:00:00', '', '2026-11-22 09:00:00'],
  ['the past day that it has', '2026-11-20 09:00:00', '2026-11-22 09:00:00', '2026-11-20 09:00:00'],
  ['nothing', '', '2026-11-22 09:00:00', ''],
])('picked: %s', (_, picked, before, proposed) => {
  expect(proposedMoment(picked, before)).toBe(proposed);
});

test('in the last hour of the day there is its end alone', () => {
  vi.setSystemTime('2026-11-22T04:10:00.000Z');
  expect(proposedMoment('2026-11-21 09:00:00', '')).toBe('2026-11-21 23:59:00');
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
