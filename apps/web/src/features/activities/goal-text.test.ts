import { expect, test } from 'vitest';
import { progressText } from './goal-text.ts';

const goal = { _id: 'g', label: 'Sembrar', target: 1200, unit: 'árboles', reached: 0 };

test.each([
  [0, '0 de 1.200 árboles'],
  [300, '300 de 1.200 árboles'],
  [1200, '1.200 de 1.200 árboles'],
  [1500, '1.500 árboles, de 1.200'],
])('%d reached: %s', (reached, text) => {
  expect(progressText({ ...goal, reached })).toBe(text);
});
