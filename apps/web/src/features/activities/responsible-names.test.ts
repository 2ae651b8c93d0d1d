import { expect, test } from 'vitest';
import { responsibleLength, responsibleNames } from './responsible-names.ts';

test.each([
  ['', [], 0],
  ['Ana', ['Ana'], 3],
  ['Ana,', ['Ana'], 3],
  ['Ana,Luis', ['Ana', 'Luis'], 9],
  [' Ana , , Luis ', ['Ana', 'Luis'], 9],
])('%j is %j, %d characters', (text, names, length) => {
  expect(responsibleNames(text)).toEqual(names);
  expect(responsibleLength(text)).toBe(length);
});
