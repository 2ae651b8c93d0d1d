import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../../../../tests/cpu-time.ts';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity } from '../../../test/factories.ts';
import { correctedUrl } from './routes.ts';

describe('routes', async () => {
  const app = await testApp();
  const tokyo = await testApp({ APP_TIME_ZONE: 'Asia/Tokyo' });
  const prior = await testApp({ MODERATION: 'prior' });
  const federating = await testApp({ FEDERATION: 'on', PUBLIC_URL: 'http://localhost:3000' });
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

  it('requests the code of a screen that the browser renders with that of the app', async () => {
    const preload = '<link rel="modulepreload" crossorigin href="/assets/verify-email-1.js"></head>';
    expect((await page('/verify-email')).body).toContain(preload);
    expect((await page('/reset-password')).body).not.toContain(preload);
  });

  it('responds with 304 to a conditional request for an empty document', async () => {
    const { headers } = await page('/profile');
    expect(headers['cache-control']).toBe('no-cache');
    expect((await page('/profile', { 'if-none-match': String(headers.etag) })).status).toBe(304);
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

  it('says whether other servers can follow the site', async () => {
    expect((await federating.inject({ url: '/impacto' })).body).toContain(
      '<meta name="minga:federation" content="@minga@localhost:3000">',
    );
    expect((await page('/impacto')).body).not.toContain('minga:federation');
  });

  it('hashed files are cacheable for a year', async () => {
    const { status, headers } = await page('/assets/app-1a2b3c4d.js');
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    // Headers that only documents and workers read would be larger than many of the files.
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers).not.toHaveProperty('content-security-policy');
    expect((await page('/portada.png')).headers).toHaveProperty('content-security-policy');
  });

  it('sends the copy with Brotli’s highest quality to clients that accept it', async () => {
    const url = '/assets/app-1a2b3c4d.js';
    const plain = await app.inject({ url });
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': plain.headers['content-type'],
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(compressed.headers).not.toHaveProperty('content-security-policy');
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.payload);
    expect((await page(`${url}.br`)).status).toBe(404);
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
});

describe('page address', async () => {
  const app = await testApp();
  const ID = '01a21b82-fcc3-77b4-802e-0fc0d15b2207';
  const AFTER = [
    '.',
    ')',
    '*',
    '%20',
    ',',
    ';',
    ':',
    '!',
    '?'.replace('?', '%3F'),
    '].',
    '>',
    '"',
    "'",
    '%C2%BB',
    '%E2%80%9D.',
    '…',
    '%0A',
    '%C2%A0',
  ];

  it.each([
    ...AFTER.flatMap(after => [
      [`/actividades/${ID}${after}`, `/actividades/${ID}`],
      [`/colectivos/guardianes${after}`, '/colectivos/guardianes'],
      [`/mi-asistencia?token=a_B-9${after}`, '/mi-asistencia?token=a_B-9'],
      [`/mi-asistencia?token=no-fui-yo.a_B-9${after}`, '/mi-asistencia?token=no-fui-yo.a_B-9'],
    ]),
    [`/actividades/${ID.toUpperCase()}`, `/actividades/${ID}`],
    [`/Actividades/${ID}.?volver=%2Fmapa`, `/actividades/${ID}?volver=%2Fmapa`],
    ['/COLECTIVOS/Guardianes', '/colectivos/guardianes'],
    ['/Mi-Asistencia?token=aB&x=1', '/mi-asistencia?token=aB&x=1'],
    ['/Constancia/AB12.', '/constancia/AB12'],
  ])('%s means %s', (url, meant) => expect(correctedUrl(url)).toBe(meant));

  it.each([
    '/',
    `/actividades/${ID}`,
    `/actividades/${ID}.ics`,
    '/actividades?q=hola.',
    '/actividades.rss',
    '/assets/DtmSRg56.js',
    '/imagenes/Abc',
    '/api/tasks/ABC.',
    '/constancia/AB12',
    '/mi-asistencia?token=a_B-',
    '/mi-asistencia?token=no-fui-yo.a_B-',
    '/%',
    '/).',
    '/llegada/AbC',
    '//evil.example.',
    '/%5Cevil.example.',
  ])('%s stays', url => expect(correctedUrl(url)).toBeNull());

  it('links that were pasted with a sentence lead to their pages', async () => {
    const { id } = await anActivity(app.platform.db);
    const { slug } = await aCollective(app.platform.db, { name: 'Guardianas' });
    for (const path of [`/actividades/${id}`, `/colectivos/${slug}`])
      for (const after of AFTER) expect((await app.inject(path + after)).headers.location, after).toBe(path);
    expect((await app.inject(`/actividades/${id.toUpperCase()}`)).headers.location).toBe(
      `/actividades/${id}`,
    );
  });

  it('a long run of signs takes no time', () => {
    const hostile = `/a${'.'.repeat(16_000)}x`;
    expect(cpuTimeOf(() => correctedUrl(hostile))).toBeLessThan(100);
  });
});
