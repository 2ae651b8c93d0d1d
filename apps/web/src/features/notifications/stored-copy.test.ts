import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import { forgetCopies, readCopy, writeCopy } from './stored-copy.ts';

const NOW = new Date('2026-12-05T12:00:00.000Z');
const hoursAgo = (id: string, hours: number) =>
  anEntry({ id, timestamp: new Date(NOW.getTime() - hours * 3_600_000).toISOString() });
const kept = (userId = 'ana') => readCopy(userId, NOW).map(({ id }) => id);

afterEach(() => localStorage.clear());

test('a copy is each person’s own, and what is older than 24 hours is dropped on reading', () => {
  writeCopy('ana', [hoursAgo('a', 1), hoursAgo('b', 23), hoursAgo('c', 25)], NOW);
  expect([kept(), kept('luz')]).toEqual([['a', 'b'], []]);
});

test('after a write that failed only what is under 12 hours old is tried', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem');
  onTestFinished(() => write.mockRestore());
  write.mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  writeCopy('ana', [hoursAgo('a', 1), hoursAgo('b', 13)], NOW);
  expect(kept()).toEqual(['a']);
});

test('an emptied bell leaves nothing behind', () => {
  writeCopy('ana', [hoursAgo('a', 1)], NOW);
  writeCopy('ana', [], NOW);
  expect(localStorage.length).toBe(0);
});

test.each(['no es JSON', '{"a":1}', '[{"id":1}]'])('what is no copy counts as none: %s', text => {
  localStorage.setItem('minga.notifications.ana', text);
  expect(kept()).toEqual([]);
});

test('forgetting leaves the copy of who is signed in, and what is none', () => {
  writeCopy('ana', [hoursAgo('a', 1)], NOW);
  writeCopy('luz', [hoursAgo('b', 1)], NOW);
  localStorage.setItem('otra cosa', 'x');
  forgetCopies('luz');
  expect([kept('ana'), kept('luz')]).toEqual([[], ['b']]);
  forgetCopies();
  expect(Object.keys(localStorage)).toEqual(['otra cosa']);
});
