import { expect, test } from 'vitest';
import { KEPT_MAX, KEPT_MS, namesToForget } from './kept-answers.ts';

const NOW = Date.parse('2026-11-21T15:00:00.000Z');
const answer = (age: number) => ({ owner: null, at: NOW - age, data: [] });

test('what is thirty days old is forgotten', () => {
  const kept = [
    ['young', answer(KEPT_MS - 1)],
    ['old', answer(KEPT_MS)],
  ] as const;
  expect(namesToForget(kept, NOW)).toEqual(['old']);
});

test('of more than are kept the oldest are forgotten', () => {
  const kept = Array.from({ length: KEPT_MAX + 2 }, (_, age) => [`aged ${age}`, answer(age)] as const);
  expect(namesToForget(kept, NOW)).toEqual([`aged ${KEPT_MAX}`, `aged ${KEPT_MAX + 1}`]);
  expect(namesToForget(kept.slice(2), NOW)).toEqual([]);
});
