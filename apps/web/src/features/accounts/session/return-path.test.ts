import { expect, test } from 'vitest';
import { returnSearch, sameOriginPath } from './return-path.ts';

test.each([
  ['/add-task', '/add-task'],
  ['/actividades/1?de=lista#mapa', '/actividades/1?de=lista#mapa'],
  ['/a/../tasks', '/tasks'],
])('%s is on this origin', (wanted, path) => {
  expect(sameOriginPath(wanted)).toBe(path);
});

test.each([
  ['//evil.example.org'],
  ['/a/..//evil.example.org'],
  ['/.//evil.example.org'],
  ['/\\evil.example.org'],
  ['/\t/evil.example.org'],
  ['https://evil.example.org/'],
  ['javascript:alert(1)'],
  ['tasks'],
  [''],
  [undefined],
  [7],
])('%s is rejected', wanted => {
  expect(sameOriginPath(wanted)).toBeUndefined();
});

test('omits the home page', () => {
  expect(returnSearch('/tasks')).toEqual({});
  expect(returnSearch('/add-task')).toEqual({ volver: '/add-task' });
});
