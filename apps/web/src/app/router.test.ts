import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './router.tsx';

test('every value is parsed as text, even numbers', () => {
  expect(parseSearch('?token=000123&q=true&r=null&a=%5B1%5D')).toEqual({
    token: '000123',
    q: 'true',
    r: 'null',
    a: '[1]',
  });
  expect(parseSearch('')).toEqual({});
});

test('a written value is parsed back', () => {
  const search = { q: 'río & café', volver: '/tasks?x=1#y' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});

test('empty parameters leave no question mark', () => {
  expect(stringifySearch({ q: '', place: undefined })).toBe('');
});
