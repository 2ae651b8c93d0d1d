import { describe, expect, it } from 'vitest';
import {
  isPastDay,
  promotionWindow,
  shortIdOf,
  shortPath,
  statusAfterEdit,
  statusAfterMemory,
} from './rules.ts';

const BOGOTA = 'America/Bogota';
const TOKYO = 'Asia/Tokyo';

describe('isPastDay', () => {
  // 04:59 UTC is 23:59 of the previous day in Bogotá, and the afternoon of the same day in Tokyo.
  it.each([
    ['2026-11-21T04:59:00Z', '2026-11-21T05:00:00Z', BOGOTA, true],
    ['2026-11-21T05:00:00Z', '2026-11-22T04:59:59Z', BOGOTA, false],
    ['2026-11-21T04:59:00Z', '2026-11-21T05:00:00Z', TOKYO, false],
    ['2026-11-21T14:59:00Z', '2026-11-21T15:00:00Z', TOKYO, true],
    ['2027-01-01T05:00:00Z', '2026-12-31T23:00:00Z', BOGOTA, false],
  ])('%s seen at %s in %s: %s', (date, now, zone, expected) => {
    expect(isPastDay(new Date(date), new Date(now), zone)).toBe(expected);
  });
});

it('a promotion lasts seven days from now', () => {
  const now = new Date('2026-02-25T10:00:00.000Z');
  expect(promotionWindow(now)).toEqual({ start: now, end: new Date('2026-03-04T10:00:00.000Z') });
});

describe('statusAfterEdit', () => {
  it.each([
    ['pending', 'reactive', 'pending'],
    ['approved', 'reactive', 'approved'],
    ['rejected', 'reactive', 'held'],
    ['held', 'reactive', 'held'],
    ['pending', 'prior', 'pending'],
    ['approved', 'prior', 'pending'],
    ['rejected', 'prior', 'held'],
    ['held', 'prior', 'held'],
  ] as const)('%s with %s moderation: %s, and held by a word', (status, moderation, expected) => {
    expect(statusAfterEdit(status, moderation, false)).toBe(expected);
    expect(statusAfterEdit(status, moderation, true)).toBe('held');
  });
});

describe('statusAfterMemory', () => {
  it.each([
    ['pending', 'reactive', 'pending', 'held'],
    ['approved', 'reactive', 'approved', 'held'],
    ['rejected', 'reactive', 'rejected', 'rejected'],
    ['held', 'reactive', 'held', 'held'],
    ['approved', 'prior', 'pending', 'held'],
    ['rejected', 'prior', 'rejected', 'rejected'],
  ] as const)('%s with %s moderation: %s, by a word %s', (status, moderation, expected, held) => {
    expect(statusAfterMemory(status, moderation, false)).toBe(expected);
    expect(statusAfterMemory(status, moderation, true)).toBe(held);
  });
});

it.each([
  ['7k2mpq4', '7K2MPQ4'],
  ['oOiIlL9', '0011119'],
])('a short identifier is read as people type it: %s', (typed, shortId) => {
  expect(shortPath(shortIdOf(typed))).toBe(`/a/${shortId}`);
});
