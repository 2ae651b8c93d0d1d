import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import type { Entry } from './entry.ts';
import { keepPending, pendingChanges } from './pending-changes.ts';
import { forgetCopies, readCopy, writeCopy } from './stored-copy.ts';

const until = '2026-12-05T12:00:00.000Z';
const NOW = new Date(until);
const hoursAgo = (id: string, hours: number) =>
  anEntry({ id, timestamp: new Date(NOW.getTime() - hours * 3_600_000).toISOString() });
const kept = (userId = 'ana') => readCopy(userId, NOW).entries.map(({ id }) => id);
const bellOf = (...entries: Entry[]) => ({ entries, unlisted: 70 });

afterEach(() => localStorage.clear());

test('a copy is each person’s own, and what is older than 24 hours is dropped on reading', () => {
  writeCopy('ana', bellOf(hoursAgo('a', 1), hoursAgo('b', 23), hoursAgo('c', 25)), NOW);
  expect([kept(), kept('luz')]).toEqual([['a', 'b'], []]);
});

test('what is not listed is counted as long as nothing is dropped before it', () => {
  writeCopy('ana', bellOf(hoursAgo('a', 1)), NOW);
  writeCopy('luz', bellOf(hoursAgo('a', 1), hoursAgo('b', 25)), NOW);
  expect([readCopy('ana', NOW).unlisted, readCopy('luz', NOW).unlisted]).toEqual([70, 0]);
});

test('after a write that failed only what is under 12 hours old is tried', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  onTestFinished(() => write.mockRestore());
  write.mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeCopy('ana', bellOf(hoursAgo('a', 1), hoursAgo('b', 13)), NOW);
  expect(kept()).toEqual(['a']);
});

test('an emptied bell leaves nothing behind', () => {
  writeCopy('ana', bellOf(hoursAgo('a', 1)), NOW);
  writeCopy('ana', bellOf(), NOW);
  expect(localStorage.length).toBe(0);
});

test.each(['no es JSON', '{"a":1}', '{"entries":[{"id":1}],"unlisted":0}'])(
  'what is no copy counts as none: %s',
  text => {
    localStorage.setItem('minga.notifications.ana', text);
    expect(kept()).toEqual([]);
  },
);

test('forgetting leaves the copy of who is signed in, and what is none', () => {
  writeCopy('ana', bellOf(hoursAgo('a', 1)), NOW);
  writeCopy('luz', bellOf(hoursAgo('b', 1)), NOW);
  localStorage.setItem('otra cosa', 'x');
  for (const userId of ['ana', 'luz']) keepPending(userId, { key: 'x', change: { kind: 'clear', until } });
  forgetCopies('luz');
  expect([kept('ana'), kept('luz')]).toEqual([[], ['b']]);
  expect([pendingChanges('ana').length, pendingChanges('luz').length]).toEqual([0, 1]);
  forgetCopies();
  expect(Object.keys(localStorage)).toEqual(['otra cosa']);
});
