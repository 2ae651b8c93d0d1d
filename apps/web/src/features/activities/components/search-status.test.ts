import { expect, test } from 'vitest';
import { countLine } from './search-status.tsx';

test.each([
  [0, '0 actividades encontradas'],
  [1, '1 actividad encontrada'],
  [2, '2 actividades encontradas'],
  [101, '101 actividades encontradas'],
  [1204, '1.204 actividades encontradas'],
  [1_000_000, '1.000.000 actividades encontradas'],
])('%d', (count, line) => {
  expect(countLine(count)).toBe(line);
});
