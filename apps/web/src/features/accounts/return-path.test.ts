import { expect, test } from 'vitest';
import { ownPath, returnSearch } from './return-path.ts';

const origin = 'https://minga.example.org';

test.each([
  ['/add-task', '/add-task'],
  ['/actividades/1?de=lista#mapa', '/actividades/1?de=lista#mapa'],
  ['/a/../tasks', '/tasks'],
])('%s leads into this site', (wanted, path) => {
  expect(ownPath(wanted, origin)).toBe(path);
});

test.each([
  ['//evil.example.org'],
  ['/\\evil.example.org'],
  ['/\t/evil.example.org'],
  ['https://evil.example.org/'],
  ['javascript:alert(1)'],
  ['tasks'],
  [''],
  [undefined],
  [7],
])('%s does not', wanted => {
  expect(ownPath(wanted, origin)).toBeUndefined();
});

test('the usual start needs no reminder', () => {
  expect(returnSearch('/tasks')).toEqual({});
  expect(returnSearch('/add-task')).toEqual({ volver: '/add-task' });
});
