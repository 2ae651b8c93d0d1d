import { expect, test } from 'vitest';
import { feminineNames, masculineNames } from './first-names.ts';

test('lists at least four hundred names, many of each gender', () => {
  expect(new Set([...feminineNames, ...masculineNames]).size).toBeGreaterThanOrEqual(400);
  expect(Math.min(feminineNames.size, masculineNames.size)).toBeGreaterThanOrEqual(200);
});

test('no name is in both lists', () => {
  expect([...feminineNames].filter(name => masculineNames.has(name))).toEqual([]);
});

test.each(['guadalupe', 'trinidad', 'ariel', 'alexis', 'cruz', 'yuri', 'denis', 'alex'])(
  '%s, a unisex name, is in neither list',
  name => {
    expect(feminineNames.has(name) || masculineNames.has(name)).toBe(false);
  },
);

test('names are in lower case and without accents', () => {
  expect([...feminineNames, ...masculineNames].filter(name => !/^[a-z]+$/.test(name))).toEqual([]);
});
