import { describe, expect, test } from 'vitest';
import { badgesOf, isPast } from './state.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const before = '2026-11-21T14:59:59.999Z';
const exactly = '2026-11-21T15:00:00.000Z';
const after = '2026-11-21T15:00:00.001Z';

test.each([
  [before, true],
  [exactly, false],
  [after, false],
])('a start at %s is past: %s', (date, past) => {
  expect(isPast({ date }, now)).toBe(past);
});

describe('badges', () => {
  const plain = { date: after, isPromoted: false, isOwner: false, status: 'approved' } as const;

  test.each([
    ['none', {}, []],
    ['promoted', { isPromoted: true }, ['promoted']],
    ['past', { date: before }, ['finished']],
    ['past and promoted', { date: before, isPromoted: true }, ['promoted', 'finished']],
    ['pending, another owner', { status: 'pending' }, []],
    ['rejected, another owner', { status: 'rejected' }, []],
    ['own, approved', { isOwner: true }, []],
    ['own, pending', { isOwner: true, status: 'pending' }, ['pending']],
    ['own, pending and past', { isOwner: true, status: 'pending', date: before }, ['finished']],
    ['own, rejected and past', { isOwner: true, status: 'rejected', date: before }, ['finished', 'rejected']],
  ] as const)('%s', (_, changes, badges) => {
    const activity = { ...plain, ...changes };
    expect(badgesOf(activity, isPast(activity, now))).toEqual(badges);
  });
});
