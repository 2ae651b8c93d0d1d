import { expect, test } from 'vitest';
import { countedTitle } from './counted-title.ts';

test.each([
  [undefined, 'Lista de Actividades'],
  [0, 'Lista de Actividades (0)'],
  [10_000, 'Lista de Actividades (10.000)'],
])('%s', (count, title) => {
  expect(countedTitle('Lista de Actividades', count)).toBe(title);
});
