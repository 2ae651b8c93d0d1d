import { expect, it } from 'vitest';
import { isPublic } from './policy.ts';

it.each([
  ['reactive', 'pending', true],
  ['reactive', 'approved', true],
  ['reactive', 'rejected', false],
  ['prior', 'pending', false],
  ['prior', 'approved', true],
  ['prior', 'rejected', false],
] as const)('with %s moderation, an activity that is %s is public: %s', (moderation, status, expected) => {
  expect(isPublic(status, moderation)).toBe(expected);
});
