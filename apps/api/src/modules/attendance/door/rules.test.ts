import { describe, expect, it } from 'vitest';
import { arrivalTime, checkInOutcome, isDoorOpen } from './rules.ts';

const at = (text: string) => new Date(`${text}:00.000Z`);
const period = { date: at('2026-12-05T14:00'), endDate: at('2026-12-05T18:00') };

describe('the door is open from 12 hours before the start to 7 days after the end', () => {
  it.each([
    ['2026-12-05T01:59', false],
    ['2026-12-05T02:00', true],
    ['2026-12-12T18:00', true],
    ['2026-12-12T18:01', false],
  ])('%s: %s', (now, isOpen) => {
    expect(isDoorOpen(period, at(now))).toBe(isOpen);
  });

  it('without an end from the start', () => {
    const open = { date: period.date, endDate: null };
    expect([at('2026-12-12T14:00'), at('2026-12-12T14:01')].map(now => isDoorOpen(open, now))).toEqual([
      ...[true, false],
    ]);
  });
});

it.each([
  ['as the device says', '2026-12-05T13:30', '2026-12-05T13:30'],
  ['of a clock that is ahead: now', '2026-12-05T15:01', '2026-12-05T15:00'],
  ['of a clock that is days behind: now', '2026-12-04T13:30', '2026-12-05T15:00'],
  ['when the door opens', '2026-12-05T02:00', '2026-12-05T02:00'],
])('the time of an arrival: %s', (_what, sentAt, expected) => {
  expect(arrivalTime(at(sentAt), period, at('2026-12-05T15:00'))).toEqual(at(expected));
});

describe('the outcome of a check-in', () => {
  const nine = at('2026-12-05T14:00');
  const ten = at('2026-12-05T15:00');
  const came = (checkedInAt: Date | null, hours: number | null = null) => ({
    status: 'confirmed' as const,
    checkedInAt,
    hours,
  });
  const elsewhere = { checkedInAt: null, hours: null };

  it.each([
    ['the first', came(null), nine, 'checked-in', nine],
    ['a later one', came(nine), ten, 'already', nine],
    ['an earlier one that was sent later', came(ten), nine, 'checked-in', nine],
    ['an earlier one after hours were confirmed', came(ten, 2), nine, 'already', ten],
    ['at the same time', came(nine), nine, 'already', nine],
    ['of a waiting party', { status: 'waiting' as const, ...elsewhere }, nine, 'not-confirmed', null],
    ['of an offered place', { status: 'offered' as const, ...elsewhere }, nine, 'not-confirmed', null],
    ['of no party', null, nine, 'unknown', null],
  ])('%s', (_what, party, time, result, checkedInAt) => {
    expect(checkInOutcome(party, time)).toEqual({ result, checkedInAt });
  });
});
