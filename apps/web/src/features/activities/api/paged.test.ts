import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { type Page, paged } from './paged.ts';

const page = (ids: string[], total: number): Page => ({
  rows: ids.map(_id => anActivity({ _id })),
  total,
});
const list = (...pages: Page[]) => ({ pages, pageParams: pages.map((_, index) => index) });

test.each<[string, Page[], number | undefined]>([
  ['more is to come', [page(['a', 'b'], 5), page(['c'], 5)], 3],
  ['all is there', [page(['a', 'b'], 3), page(['c'], 3)], undefined],
  ['nothing came, whatever the count says', [page(['a'], 3), page([], 3)], undefined],
])('%s', (_, pages, offset) => {
  expect(paged.getNextPageParam(pages.at(-1) as Page, pages)).toBe(offset);
});

test('pages become one list, each activity once, with the latest count', () => {
  const { rows, total } = paged.select(list(page(['a', 'b'], 3), page(['b', 'c'], 4)));
  expect(rows.map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
  expect(total).toBe(4);
});

test.each<[string, number, boolean, boolean]>([
  ['a short list is asked for anew', 3, false, true],
  ['a long one is not', 4, false, false],
  ['unless something in it has changed', 4, true, true],
])('who looks again: %s', (_, length, isInvalidated, isAsked) => {
  const data = list(...Array.from({ length }, () => page(['a'], 100)));
  expect(paged.refetchOnWindowFocus({ state: { isInvalidated, data } })).toBe(isAsked);
  expect(paged.refetchOnMount({ state: { isInvalidated: false, data: undefined } })).toBe(true);
});
