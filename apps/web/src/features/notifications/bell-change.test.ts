import { expect, test } from 'vitest';
import { anEntry } from '../../../test/entry.ts';
import { type BellChange, withChange } from './bell-change.ts';

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
