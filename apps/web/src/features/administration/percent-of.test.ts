import { expect, test } from 'vitest';
import { percentOf } from './percent-of.ts';

test.each([
  [1, 3, '33\u00a0%'],
  [2, 3, '67\u00a0%'],
  [1, 200, '1\u00a0%'],
  [1, 201, '0\u00a0%'],
  [7, 7, '100\u00a0%'],
  [0, 0, '0\u00a0%'],
])('%d of %d is %s', (count, total, share) => {
  expect(percentOf(count, total)).toBe(share);
});
