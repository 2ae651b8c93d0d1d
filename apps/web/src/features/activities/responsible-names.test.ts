import { expect, test } from 'vitest';
import { responsibleNames } from './responsible-names.ts';

test.each([
  ['', []],
  ['Ana', ['Ana']],
  ['Ana,', ['Ana']],
  ['Ana,Luis', ['Ana', 'Luis']],
  [' Ana , , Luis ', ['Ana', 'Luis']],
])('%j is %j', (text, names) => {
  expect(responsibleNames(text)).toEqual(names);
});
