import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { type Page, paged } from './paged.ts';

const page = (ids: string[], total: number): Page => ({
  rows: ids.map(_id => anActivity({ _id })),
  total,
});
const list = (...pages: Page[]) => ({ pages, pageParams: pages.map((_, index) => index) });

test.each<[string, number, boolean, boolean]>([
  ['a short list is asked for anew', 3, false, true],
  ['a long one is not', 4, false, false],
  ['unless something in it has changed', 4, true, true],
])('who looks again: %s', (_, length, isInvalidated, isAsked) => {
  const data = list(...Array.from({ length }, () => page(['a'], 100)));
  expect(paged.refetchOnWindowFocus({ state: { isInvalidated, data } })).toBe(isAsked);
  expect(paged.refetchOnMount({ state: { isInvalidated: false, data: undefined } })).toBe(true);
});
