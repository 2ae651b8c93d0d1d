import { expect, test } from 'vitest';
import { shownDate, shownDescription, shownPlace, shownTitle } from './shown-activity.ts';

test.each([
  ['2026-12-05T14:00:00.000Z', 'sáb, 5 dic 2026'],
  [undefined, 'Sin fecha'],
  ['', 'Sin fecha'],
  ['mañana', 'Fecha inválida'],
])('the date %j', (date, text) => {
  expect(shownDate(date)).toBe(text);
});

test('what is missing has its words', () => {
  expect([shownTitle(''), shownDescription(undefined), shownPlace('')]).toEqual([
    'Sin título',
    'Sin descripción',
    'Sin ubicación',
  ]);
  expect([shownTitle('a'), shownDescription('b'), shownPlace('c')]).toEqual(['a', 'b', 'c']);
});
