import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { isText, listOf, recordOf } from './guards.ts';
import { safeLocalStorage as storage } from './safe-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('items are written, read, listed and removed', () => {
  expect(storage.get('minga.item')).toBeNull();
  expect(storage.set('minga.item', 'value')).toBe(true);
  expect([storage.get('minga.item'), storage.keys()]).toEqual(['value', ['minga.item']]);
  storage.remove('minga.item');
  expect(storage.keys()).toEqual([]);
});

test.each([
  ['[1]', [1]],
  ['["a"]', null],
  ['not JSON', null],
])('returns JSON that the schema accepts: %s', (text, value) => {
  localStorage.setItem('minga.item', text);
  expect(storage.getJson('minga.item', z.array(z.number()))).toEqual(value);
});

test.each([
  ['{"a":["b"],"c":[]}', { a: ['b'], c: [] }],
  ['{}', {}],
  ['{"a":[1]}', null],
  ['{"a":"b"}', null],
  ['[["b"]]', null],
  ['null', null],
  ['not JSON', null],
])('returns JSON that the guard accepts: %s', (text, value) => {
  localStorage.setItem('minga.item', text);
  expect(storage.getGuarded('minga.item', recordOf(listOf(isText)))).toEqual(value);
});

test('nothing throws if storage is disabled', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect([storage.get('minga.item'), storage.set('minga.item', 'value'), storage.keys()]).toEqual([
    undefined,
    false,
    [],
  ]);
  expect(storage.getJson('minga.item', z.string())).toBeNull();
  expect(storage.getGuarded('minga.item', isText)).toBeNull();
  expect(() => storage.remove('minga.item')).not.toThrow();
});
