import { expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import {
  badgeText,
  idsBehind,
  isWorthTelling,
  merged,
  withArrival,
  withoutDuplicates,
  youngerThan,
} from './bell-list.ts';
import type { Entry } from './entry.ts';

const TASK = 'tarea';
const OTHER = 'otra';
const NOW = new Date('2026-12-05T12:00:00.000Z');

/** So many seconds before now. */
const ago = (id: string, seconds: number, changes: Partial<Entry> = {}) =>
  anEntry({
    id,
    taskId: TASK,
    timestamp: new Date(NOW.getTime() - seconds * 1000).toISOString(),
    ...changes,
  });
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id).join(' ');

test.each<[string, Entry[], string]>([
  ['within 5 s the first stands for all', [ago('c', 6), ago('b', 7), ago('a', 10.9)], 'a'],
  ['after 5 s there is another', [ago('b', 5), ago('a', 10)], 'b a'],
  ['counted from the one that is shown', [ago('c', 0), ago('b', 4), ago('a', 8)], 'c a'],
  ['of what says something else', [ago('b', 9, { message: 'Luz asistirá' }), ago('a', 10)], 'b a'],
  ['of another activity', [ago('b', 9, { taskId: OTHER }), ago('a', 10)], 'b a'],
  [
    'without an activity nothing is alike',
    [ago('b', 9, { taskId: null }), ago('a', 10, { taskId: null })],
    'b a',
  ],
])('duplicates: %s', (_, entries, shown) => {
  expect(ids(withoutDuplicates(entries))).toBe(shown);
});

test.each<[string, Entry[], boolean]>([
  ['alone', [], true],
  ['soon after another of its activity', [ago('a', 5.9)], false],
  ['later', [ago('a', 6)], true],
  ['after one of another activity', [ago('a', 2, { taskId: OTHER })], true],
  ['again', [ago('b', 1)], true],
])('an arrival is told: %s', (_, known, isTold) => {
  expect(isWorthTelling(known, ago('b', 1, { message: 'Luz asistirá' }))).toBe(isTold);
});

test('a line is read and removed with those for which it stands', () => {
  const all = [ago('c', 2), ago('b', 8), ago('a', 10)];
  expect(idsBehind(all, 'a')).toEqual(['b', 'a']);
  expect(idsBehind(all, 'c')).toEqual(['c']);
});

test('an arrival comes once, at its place, and no more than 50 are kept', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => ago(`n${index}`, 100 + index));
  const { entries: after, unlisted } = withArrival({ entries: fifty, unlisted: 70 }, ago('nueva', 10));
  expect([after.length, after[0]?.id, after.at(-1)?.id]).toEqual([50, 'nueva', 'n48']);
  expect(unlisted).toBe(71);
  const known = (id: string) => ({ entries: [ago(id, 1)], unlisted: 0 });
  expect(ids(withArrival(known('a'), ago('a', 1)).entries)).toBe('a');
  expect(ids(withArrival(known('b'), ago('atrasada', 60)).entries)).toBe('b atrasada');
});

test('the server’s list is the truth, but for what it never had', () => {
  const known = [
    ago('quitada', 10),
    ago('prueba', 20, { isLocal: true }),
    ago('vieja', 90_000, { isLocal: true }),
  ];
  const { entries, unlisted } = merged([ago('a', 5), ago('b', 30, { read: true })], 71, {
    known,
    asked: known,
    now: NOW,
  });
  expect([ids(entries), unlisted]).toEqual(['a prueba b', 70]);
  expect(merged([ago('a', 5)], 0, { known: [], asked: [], now: NOW }).unlisted).toBe(0);
});

test('entries restored during the request are not arrivals', () => {
  const known = [ago('c', 1), ago('a', 30, { isRestored: true }), ago('b', 20, { isRestored: true })];
  const { entries } = merged([ago('a', 30)], 1, { known, asked: [], now: NOW });
  expect(ids(entries)).toBe('c a');
});

test('what arrived while the server was asked stays, unless it has been removed meanwhile', () => {
  const asked = [ago('a', 30), ago('b', 20)];
  const known = [ago('c', 1), ago('a', 30)];
  const { entries } = merged([ago('a', 30)], 1, { known, asked, now: NOW });
  expect(ids(entries)).toBe('c a');
});

test.each([
  [24, 'a b'],
  [12, 'a'],
])('older than %i hours is dropped', (hours, left) => {
  const entries = [ago('a', 11.9 * 3600), ago('b', 23.9 * 3600), ago('c', 24 * 3600)];
  expect(ids(youngerThan(hours, entries, NOW))).toBe(left);
});

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread: the badge is %s', (count, text) => {
  expect(badgeText(count)).toBe(text);
});
