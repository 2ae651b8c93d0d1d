import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
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
  expect(() => storage.remove('minga.item')).not.toThrow();
});
