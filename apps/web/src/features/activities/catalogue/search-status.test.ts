import { expect, test } from 'vitest';
import { countLine } from './search-status.tsx';

test.each([
  [0, '0 actividades encontradas'],
  [1, '1 actividad encontrada'],
  [2, '2 actividades encontradas'],
  [101, '101 actividades encontradas'],
  [300, '300 actividades encontradas'],
  [301, 'Más de 300 actividades encontradas'],
])('%d', (count, line) => {
  expect(countLine(count)).toBe(line);
});
