import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { type Page, pagedQuery } from './lists-api.ts';

const page = (ids: string[], total: number): Page => ({
  rows: ids.map(_id => anActivity({ _id })),
  total,
});
const list = (...pages: Page[]) => ({ pages, pageParams: pages.map((_, index) => index) });

test.each<[string, number, boolean, boolean]>([
  ['a short list is refetched', 3, false, true],
  ['a long list is not', 4, false, false],
  ['an invalidated long list is', 4, true, true],
])('on focus: %s', (_, length, isInvalidated, isRefetched) => {
  const data = list(...Array.from({ length }, () => page(['a'], 100)));
  expect(pagedQuery.refetchOnWindowFocus({ state: { isInvalidated, data } })).toBe(isRefetched);
  expect(pagedQuery.refetchOnMount({ state: { isInvalidated: false, data: undefined } })).toBe(true);
});
