import { expect, test } from 'vitest';
import { mergePages, nextOffset, type Page } from './pages.ts';

const page = (ids: string[], total: number): Page<{ _id: string }> => ({
  rows: ids.map(_id => ({ _id })),
  total,
});

test.each<[string, Page<{ _id: string }>[], number | undefined]>([
  ['more rows remain', [page(['a', 'b'], 5), page(['c'], 5)], 3],
  ['all rows are loaded', [page(['a', 'b'], 3), page(['c'], 3)], undefined],
  ['an empty page ends the list', [page(['a'], 3), page([], 3)], undefined],
])('%s', (_, pages, offset) => {
  expect(nextOffset(pages.at(-1) ?? page([], 0), pages)).toBe(offset);
});

test('joins pages into one list without duplicates, with the latest count', () => {
  const { rows, total } = mergePages({ pages: [page(['a', 'b'], 3), page(['b', 'c'], 4)] });
  expect(rows.map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
  expect(total).toBe(4);
});
