import { describe, expect, test } from 'vitest';
import { confirmedHours, durationHours, hoursDraft, parseHours } from './model.ts';

test.each([
  ['2026-12-05T17:00:00.000Z', 3],
  ['2026-12-05T16:35:00.000Z', 2.5],
  ['2026-12-05T14:02:00.000Z', 0.25],
  ['2026-12-09T14:00:00.000Z', 24],
  [null, null],
])('an activity until %s lasts %s hours', (endDate, hours) => {
  expect(durationHours('2026-12-05T14:00:00.000Z', endDate)).toBe(hours);
});

test.each([
  ['2', 2],
  ['2,5', 2.5],
  [' 2.25 ', 2.25],
  ['24', 24],
  ['0,25', 0.25],
  ['0', null],
  ['24,25', null],
  ['2,3', null],
  ['-1', null],
  ['dos', null],
  ['', null],
])('«%s» is read as %s', (text, hours) => {
  expect(parseHours(text)).toBe(hours);
});

describe('the draft', () => {
  test('is the length for all before the first confirmation', () => {
    expect(hoursDraft([{ _id: 'a', hours: null }], 3)).toEqual({ common: '3', others: {} });
  });

  test('is what was confirmed, with those without hours as exceptions', () => {
    const arrivals = [2.5, 2.5, 1, null].map((hours, index) => ({ _id: String(index), hours }));
    expect(hoursDraft(arrivals, 3)).toEqual({ common: '2,5', others: { 2: '1', 3: '0' } });
  });
});

describe('what is confirmed', () => {
  const arrivals = ['a', 'b', 'c'].map(_id => ({ _id, hours: null }));

  test('has exceptions that differ, of people on the list', () => {
    const others = { a: '', b: '1,5', c: '3', gone: 'x' };
    expect(confirmedHours({ common: '3', others }, arrivals)).toEqual({
      hours: { hours: 3, except: [{ attendanceId: 'b', hours: 1.5 }] },
    });
  });

  test.each([
    ['the common hours', { common: '0', others: {} }, 'common'],
    ['an exception', { common: '3', others: { b: '30' } }, { attendanceId: 'b' }],
  ])('names the wrong field: %s', (_what, draft, problem) => {
    expect(confirmedHours(draft, arrivals)).toEqual({ problem });
  });
});
