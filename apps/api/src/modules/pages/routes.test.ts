import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';

const app = await testApp();
const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
const prior = await testApp({ MODERATION: 'prior' });
const page = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url, headers });
  return {
    status: reply.statusCode,
    type: reply.headers['content-type'],
    body: reply.body,
    headers: reply.headers,
  };
};

it.each([
  '/',
  '/login',
  '/register',
  '/verify-email?token=x',
  '/welcome',
  '/tasks',
  '/tasks/lista',
  '/add-task',
  '/actividades',
])('%s is a page', async url => {
  expect(await page(url)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
});

it('responds with 304 to a conditional request for an empty document', async () => {
  const { headers } = await page('/login');
  expect(headers['cache-control']).toBe('no-cache');
  expect((await page('/login', { 'if-none-match': String(headers.etag) })).status).toBe(304);
});

it.each([
  ['/actividades/?q=olla', '/actividades?q=olla'],
  ['/login/', '/login'],
])('redirects %s to the address without the slash', async (url, location) => {
  const { status, headers } = await page(url);
  expect([status, headers.location]).toEqual([308, location]);
});

it.each(['//evil.example/', '/%5Cevil.example/', '/a//evil.example/'])(
  '%s does not redirect to another site',
  async url => {
    expect((await page(url)).status).toBe(404);
  },
);

it('contains the time zone of the site', async () => {
  const { body } = await tokyo.inject({ url: '/actividades' });
  expect(body).toContain('<meta name="minga:time-zone" content="Asia/Tokyo">');
  expect((await page('/login')).body).toContain('content="America/Bogota"');
});

it('says whether pending activities are public', async () => {
  expect((await prior.inject({ url: '/tasks' })).body).toContain(
    '<meta name="minga:moderation" content="prior">',
  );
  expect((await page('/tasks')).body).not.toContain('minga:moderation');
});

it('hashed files are cacheable for a year', async () => {
  const { status, headers } = await page('/assets/app-1a2b3c4d.js');
  expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
});

it('lets other sites show the picture of shared links, and no other file', async () => {
  const policyOf = async (url: string) => (await page(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/portada.png')).toBe('cross-origin');
  expect(await policyOf('/assets/app-1a2b3c4d.js')).toBe('same-origin');
});

it.each(['/nada', '/assets/../index.html', '/assets/%2e%2e/%2e%2e/package.json', '/.env'])(
  '%s is the app’s own not-found page',
  async url => {
    const { status, type, body } = await page(url);
    expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<div id="root">');
  },
);

it.each([
  ['/actividades', 'Actividades'],
  ['/actividades?categoria=ambiente', 'Actividades: Ambiente'],
  ['/mapa', 'Mapa de actividades'],
  ['/calendario', 'Calendario de actividades'],
  ['/colectivos', 'Colectivos'],
  ['/impacto', 'Impacto'],
])('%s has a title and a preview without JavaScript', async (url, title) => {
  const { body } = await page(url);
  expect(body).toContain(`<title>${title} · Minga</title>`);
  for (const tag of [`title" content="${title}"`, `url" content="http://localhost:3000${url}"`])
    expect(body).toContain(`<meta property="og:${tag}>`);
  expect(body).toContain('<meta property="og:image" content="http://localhost:3000/portada.png">');
  expect(body).not.toContain('noindex');
});

it.each([
  '/actividades?q=olla',
  '/actividades?categoria=ambiente&cupos=libres',
  '/actividades?desde=2026-12-01',
  '/mapa?categoria=ambiente',
  '/calendario?mes=2026-12',
  '/calendario?etiqueta=agua',
  '/colectivos?q=vivo',
])('%s, a filtered list, is neither indexed nor followed', async url => {
  expect((await page(url)).body).toContain('<meta name="robots" content="noindex, nofollow">');
});
