import { afterEach, describe, expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import {
  type BellChange,
  badgeText,
  type Entry,
  mergeBell,
  pendingChanges,
  removePendingOfOthers,
  restoredBell,
  shortenedBell,
  shouldAnnounce,
  storePending,
  withArrival,
  withChange,
  withoutDuplicates,
  youngerThan,
} from './bell.ts';

describe('bell-list', () => {
  const TASK = 'tarea';
  const OTHER = 'otra';
  const NOW = new Date('2026-12-05T12:00:00.000Z');

  /** An entry from this number of seconds ago. */
  const ago = (id: string, seconds: number, changes: Partial<Entry> = {}) =>
    anEntry({
      id,
      taskId: TASK,
      timestamp: new Date(NOW.getTime() - seconds * 1000).toISOString(),
      ...changes,
    });
  const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id).join(' ');

  test.each<[string, Entry[], string]>([
    ['only the first within 5 s', [ago('c', 6), ago('b', 7), ago('a', 10.9)], 'a'],
    ['a second one after 5 s', [ago('b', 5), ago('a', 10)], 'b a'],
    ['measured from the listed one', [ago('c', 0), ago('b', 4), ago('a', 8)], 'c a'],
    ['another message', [ago('b', 9, { message: 'Luz asistirá' }), ago('a', 10)], 'b a'],
    ['another activity', [ago('b', 9, { taskId: OTHER }), ago('a', 10)], 'b a'],
    ['none without an activity', [ago('b', 9, { taskId: null }), ago('a', 10, { taskId: null })], 'b a'],
  ])('duplicates: %s', (_, entries, shown) => {
    expect(ids(withoutDuplicates(entries))).toBe(shown);
  });

  test.each<[string, Entry[], boolean]>([
    ['the only one', [], true],
    ['within 5 s of another of its activity', [ago('a', 5.9)], false],
    ['later', [ago('a', 6)], true],
    ['after one of another activity', [ago('a', 2, { taskId: OTHER })], true],
    ['already known', [ago('b', 1)], true],
  ])('whether an arrival is announced: %s', (_, known, isAnnounced) => {
    expect(shouldAnnounce(known, ago('b', 1, { message: 'Luz asistirá' }))).toBe(isAnnounced);
  });

  test('an arrival is added once, in order, and at most 50 are listed', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => ago(`n${index}`, 100 + index));
    const { entries: after, unlisted } = withArrival({ entries: fifty, unlisted: 70 }, ago('nueva', 10));
    expect([after.length, after[0]?.id, after.at(-1)?.id]).toEqual([50, 'nueva', 'n48']);
    expect(unlisted).toBe(71);
    const known = (id: string) => ({ entries: [ago(id, 1)], unlisted: 0 });
    expect(ids(withArrival(known('a'), ago('a', 1)).entries)).toBe('a');
    expect(ids(withArrival(known('b'), ago('atrasada', 60)).entries)).toBe('b atrasada');
  });

  test('the server’s list replaces all but recent local entries', () => {
    const known = [
      ago('quitada', 10),
      ago('prueba', 20, { isLocal: true }),
      ago('vieja', 90_000, { isLocal: true }),
    ];
    const { entries, unlisted } = mergeBell([ago('a', 5), ago('b', 30, { read: true })], 71, {
      known,
      atRequest: known,
      now: NOW,
    });
    expect([ids(entries), unlisted]).toEqual(['a prueba b', 70]);
    expect(mergeBell([ago('a', 5)], 0, { known: [], atRequest: [], now: NOW }).unlisted).toBe(0);
  });

  test('entries restored during the request are not arrivals', () => {
    const known = [ago('c', 1), ago('a', 30, { isRestored: true }), ago('b', 20, { isRestored: true })];
    const { entries } = mergeBell([ago('a', 30)], 1, { known, atRequest: [], now: NOW });
    expect(ids(entries)).toBe('c a');
  });

  test('arrivals during the request stay unless they were removed during it', () => {
    const atRequest = [ago('a', 30), ago('b', 20)];
    const known = [ago('c', 1), ago('a', 30)];
    const { entries } = mergeBell([ago('a', 30)], 1, { known, atRequest, now: NOW });
    expect(ids(entries)).toBe('c a');
  });

  test.each([
    [24, 'a b'],
    [12, 'a'],
  ])('drops entries older than %i hours', (hours, left) => {
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
});

describe('bell-change', () => {
  const at = (id: string, minute: number) => anEntry({ id, timestamp: `2026-12-05T12:0${minute}:00.000Z` });
  const bell = { entries: [at('c', 3), at('b', 2), at('a', 1)], unlisted: 70 };
  const until = '2026-12-05T12:02:00.000Z';

  test.each<[string, BellChange, string, number]>([
    ['marks one as read', { kind: 'read', entries: [{ id: 'b' }] }, 'c b✓ a', 70],
    ['removes one', { kind: 'remove', entries: [{ id: 'b' }] }, 'c a', 70],
    ['marks all up to the newest seen as read', { kind: 'readAll', until }, 'c b✓ a✓', 0],
    ['clears all up to the newest seen', { kind: 'clear', until }, 'c', 0],
  ])('%s', (_, change, expected, unlisted) => {
    const after = withChange(bell, change);
    expect(after.entries.map(({ id, read }) => (read ? `${id}✓` : id)).join(' ')).toBe(expected);
    expect(after.unlisted).toBe(unlisted);
  });
});

describe('stored-bell', () => {
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
});
