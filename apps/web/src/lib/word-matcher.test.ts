import { expect, test } from 'vitest';
import { wordMatcher } from './word-matcher.ts';

const text = 'Siembra de Árboles sábado, 5 de diciembre de 2026, 9:00 a. m.';

test.each([
  ['', true],
  ['  ', true],
  ['arbol', true],
  ['ÁRBOLES siembra', true],
  ['siembra diciembre', true],
  ['sabado 5', true],
  ['siembra enero', false],
  ['rio', false],
])('%j: %s', (words, isFound) => {
  expect(wordMatcher(words)(text)).toBe(isFound);
});
