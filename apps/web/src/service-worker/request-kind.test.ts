import { expect, it } from 'vitest';
import { requestKind } from './request-kind.ts';

const ORIGIN = 'https://minga.example.org';
const kindOf = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  requestKind({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, ['/icon.svg', '/assets/app-1.js']);

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
  ['/a/0K7Z9QX', null],
  ['/ayuda', 'page'],
  ['/correo-local', null],
  ['/dejar-correos?token=x', null],
  ['/incrustar/actividades?limite=3', null],
  ['/incrustar', 'page'],
])('the navigation to %s is a request of kind %s', (path, kind) => {
  expect(kindOf(path, 'navigate')).toBe(kind);
});

it.each([
  ['/assets/app-1.js', 'hashed'],
  ['/assets/of-an-earlier-version-0.js', 'hashed'],
  ['/icon.svg', 'plain'],
  ['/imagenes/0199aaaa/640.webp', 'image'],
  ['/api/tasks', null],
  ['/socket.io/?EIO=4', null],
  ['/sw.js', null],
  ['https://elsewhere.example.org/assets/app-1.js', null],
])('the fetch of %s is a request of kind %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('ignores %s requests', method => {
  expect(kindOf('/assets/app-1.js', 'cors', method)).toBeNull();
  expect(kindOf('/tasks', 'navigate', method)).toBeNull();
});
