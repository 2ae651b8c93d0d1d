import { afterEach, expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import { pendingChanges, removePendingOfOthers, storePending } from './pending-changes.ts';
import { restoredBell, shortenedBell } from './stored-bell.ts';

const until = '2026-12-05T12:00:00.000Z';
const NOW = new Date(until);
const bellOf = (...ages: number[]) => ({
  entries: ages.map(hours =>
    anEntry({ id: `${hours} h`, timestamp: new Date(NOW.getTime() - hours * 3_600_000).toISOString() }),
  ),
  unlisted: 70,
});

afterEach(() => localStorage.clear());

test('restores the entries of the last 24 hours, and shortens to those of the last 12', () => {
  const idsOf = ({ entries }: { entries: { id: string }[] }) => entries.map(({ id }) => id);
  expect(idsOf(restoredBell(bellOf(1, 23, 25), NOW))).toEqual(['1 h', '23 h']);
  expect(idsOf(shortenedBell(bellOf(1, 13), NOW))).toEqual(['1 h']);
});

test('counts unlisted entries unless a listed one was dropped', () => {
  expect(restoredBell(bellOf(1), NOW).unlisted).toBe(70);
  expect(restoredBell(bellOf(1, 25), NOW).unlisted).toBe(0);
});

test.each(['no es JSON', '{"a":1}', '[{"key":1}]'])(
  'ignores stored text that is no list of changes: %s',
  text => {
    localStorage.setItem('minga.notifications.ana.pending', text);
    expect(pendingChanges('ana')).toEqual([]);
  },
);

test('removes the changes of other users and the copies of earlier releases, and nothing else', () => {
  localStorage.setItem('otra cosa', 'x');
  for (const userId of ['ana', 'luz']) {
    localStorage.setItem(`minga.notifications.${userId}`, '{}');
    storePending(userId, { key: 'x', change: { kind: 'clear', until } });
  }
  removePendingOfOthers('luz');
  expect([pendingChanges('ana').length, pendingChanges('luz').length]).toEqual([0, 1]);
  expect(Object.keys(localStorage).sort()).toEqual(['minga.notifications.luz.pending', 'otra cosa']);
  removePendingOfOthers();
  expect(Object.keys(localStorage)).toEqual(['otra cosa']);
});
