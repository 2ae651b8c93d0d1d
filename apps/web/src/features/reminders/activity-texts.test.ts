import { expect, test } from 'vitest';
import { dateText, descriptionText, placeText, titleText } from './activity-texts.ts';

test.each([
  ['2026-12-05T14:00:00.000Z', 'sáb, 5 dic 2026'],
  [undefined, 'Sin fecha'],
  ['', 'Sin fecha'],
  ['mañana', 'Fecha inválida'],
])('the date %j', (date, text) => {
  expect(dateText(date)).toBe(text);
});

test('missing values have a text', () => {
  expect([titleText(''), descriptionText(undefined), placeText('')]).toEqual([
    'Sin título',
    'Sin descripción',
    'Sin ubicación',
  ]);
  expect([titleText('a'), descriptionText('b'), placeText('c')]).toEqual(['a', 'b', 'c']);
});
