import { expect, test } from 'vitest';
import { aNeed } from '../../../test/need.ts';
import { claimable, claimsOf, quantitiesByNeed } from './claim-fields.tsx';

const thing = { kind: 'thing' as const, quantity: 5 };

test.each([
  ['a task, alone', aNeed(), 1, 0, 1],
  ['a task, more people than are missing', aNeed({ taken: 1 }), 3, 0, 1],
  ['a task that is covered by oneself', aNeed({ taken: 2 }), 3, 1, 1],
  ['a thing, alone', aNeed({ ...thing, taken: 2 }), 1, 0, 3],
  ['a thing that is covered', aNeed({ ...thing, taken: 5 }), 1, 0, 0],
])('of %s', (_what, need, size, own, expected) => {
  expect(claimable(need, size, own)).toBe(expected);
});

test('a smaller party does fewer tasks, but brings as many things', () => {
  const needs = [aNeed({ _id: 'a' }), aNeed({ _id: 'b', ...thing }), aNeed({ _id: 'c' })];
  const claims = [
    { needId: 'a', quantity: 2 },
    { needId: 'b', quantity: 3 },
  ];
  expect(claimsOf(needs, quantitiesByNeed(claims), 2)).toEqual(claims);
  expect(claimsOf(needs, quantitiesByNeed(claims), 1)).toEqual([{ ...claims[0], quantity: 1 }, claims[1]]);
});
