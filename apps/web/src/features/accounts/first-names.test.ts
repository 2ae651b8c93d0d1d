import { expect, test } from 'vitest';
import { feminineNames, masculineNames } from './first-names.ts';

test('at least four hundred names are known, and many of each', () => {
  expect(new Set([...feminineNames, ...masculineNames]).size).toBeGreaterThanOrEqual(400);
  expect(Math.min(feminineNames.size, masculineNames.size)).toBeGreaterThanOrEqual(200);
});

test('no name is in both lists', () => {
  expect([...feminineNames].filter(name => masculineNames.has(name))).toEqual([]);
});

test.each(['guadalupe', 'trinidad', 'ariel', 'alexis', 'cruz', 'yuri', 'denis', 'alex'])(
  '%s, which women and men bear, is in neither',
  name => {
    expect(feminineNames.has(name) || masculineNames.has(name)).toBe(false);
  },
);

test('they are written as they are compared', () => {
  expect([...feminineNames, ...masculineNames].filter(name => !/^[a-z]+$/.test(name))).toEqual([]);
});
