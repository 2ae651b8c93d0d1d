import { expect, it } from 'vitest';
import { askedFor } from './asked-for.ts';

const ORIGIN = 'https://minga.example.org';
const asked = (path: string, mode = 'cors', method = 'GET') =>
  askedFor({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, ['/icon.svg', '/assets/app-1.js']);

it.each([
  ['/', 'page'],
  ['/tasks?taskId=1', 'page'],
  ['/actividades/0199aaaa', 'page'],
  ['/ayuda/participar', 'page'],
  ['/apicultura', 'page'],
  ['/actividades.ics', null],
  ['/actividades/0199aaaa.ics', null],
  ['/sitemap.xml', null],
  ['/api/docs', null],
  ['/api', null],
  ['/correo-local', null],
  ['/dejar-correos?token=x', null],
])('of a page at %s it makes %s', (path, kind) => {
  expect(asked(path, 'navigate')).toBe(kind);
});

it.each([
  ['/assets/app-1.js', 'code'],
  ['/assets/of-an-earlier-version-0.js', 'code'],
  ['/icon.svg', 'code'],
  ['/imagenes/0199aaaa/640.webp', 'picture'],
  ['/api/tasks', null],
  ['/socket.io/?EIO=4', null],
  ['/sw.js', null],
  ['https://elsewhere.example.org/assets/app-1.js', null],
])('of a file at %s it makes %s', (path, kind) => {
  expect(asked(path)).toBe(kind);
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s is never its business', method => {
  expect(asked('/assets/app-1.js', 'cors', method)).toBeNull();
  expect(asked('/tasks', 'navigate', method)).toBeNull();
});
