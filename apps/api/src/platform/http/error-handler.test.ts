import { SITE_NAME } from '@minga/contract/site-words';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { unavailable } from '../errors.ts';
import { handleErrors } from './error-handler.ts';

const app = fastify();
handleErrors(app);
for (const method of ['GET', 'POST'] as const)
  app.route({ method, url: '/actividades/x', handler: () => Promise.reject(unavailable()) });
app.get('/api/tasks/x', () => Promise.reject(unavailable()));
afterAll(() => app.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test('a browser gets a page that offers to try again', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/actividades/x',
    headers: { accept: BROWSER },
  });
  expect(statusCode).toBe(503);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
  });
  expect(body).toContain('<html lang="es"');
  expect(body).toContain(`<h1>${SITE_NAME} vuelve en un momento</h1>`);
  expect(body).toContain('<a href="">Intentar de nuevo</a>');
});

test.each([
  ['a client that accepts anything', 'GET', '/actividades/x', '*/*'],
  ['a request that is not a GET', 'POST', '/actividades/x', BROWSER],
  ['a call of the API', 'GET', '/api/tasks/x', BROWSER],
] as const)('%s gets JSON', async (_, method, url, accept) => {
  const { statusCode, headers, json } = await app.inject({ method, url, headers: { accept } });
  expect(statusCode).toBe(503);
  expect(headers['retry-after']).toBe('5');
  expect(json()).toMatchObject({ code: 'UNAVAILABLE' });
});
