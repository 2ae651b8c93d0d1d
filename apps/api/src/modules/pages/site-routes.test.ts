import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity, anAttendance, signedIn } from '../../../test/factories.ts';

describe('impact page', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const HELD = new Date('2026-11-07T14:00:00.000Z');

  const get = (query = '', headers = {}) => app.inject({ url: `/impacto${query}`, headers });
  const rendered = (body: string) => /<div id="root" data-server-rendered>(.*?)<\/div>/s.exec(body)?.[1];

  it('is rendered on the server, of the site and of a collective', async () => {
    const { id: collectiveId, slug } = await aCollective(db, { name: 'Guardianes <b>' });
    const { id: activityId } = await anActivity(db, { date: HELD, collectiveId });
    await anAttendance(db, { activityId, companions: 1, hours: 2.5, checkedInAt: HELD });
    await anActivity(db, { date: HELD });
    const site = await get();
    expect(rendered(site.body)).toBe('<p>2 2 2.5 </p>');
    expect(site.body).toContain('<title>Impacto · Minga</title>');
    expect(site.body).toContain('<link rel="canonical" href="http://localhost:3000/impacto">');
    const own = await get(`?colectivo=${slug}`);
    expect(rendered(own.body)).toBe('<p>1 2 2.5 Guardianes &lt;b></p>');
    expect(own.body).toContain('<title>Impacto de Guardianes &lt;b&gt; · Minga</title>');
    expect(own.body).toContain(`href="http://localhost:3000/impacto?colectivo=${slug}"`);
  });

  it('is 404 for an unknown collective, and redirects to the canonical address', async () => {
    const { slug } = await aCollective(db, { status: 'held' });
    for (const unknown of ['ninguno', slug]) {
      const { statusCode, body } = await get(`?colectivo=${unknown}`);
      expect([statusCode, rendered(body)]).toEqual([404, '<p>Desconocido</p>']);
    }
    const { statusCode, headers } = await get('?colectivo=x&y');
    expect([statusCode, headers.location]).toEqual([302, '/impacto']);
  });

  it('is an empty document for members, and in the sitemap', async () => {
    const member = await signedIn(db);
    expect((await get('', member.headers)).body).toContain('<div id="root"></div>');
    expect((await app.inject('/sitemap.xml')).body).toContain('<loc>http://localhost:3000/impacto</loc>');
  });
});

describe('legal page', async () => {
  const app = await testApp();
  const superadmin = await signedIn(app.platform.db, { role: 'superadmin' });
  const page = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it.each([
    ['/privacidad', 'privacy'],
    ['/terminos', 'terms'],
  ])('%s is a page without scripts for everybody, whatever the query', async (path, kind) => {
    for (const reply of [await page(path), await page(`${path}?x=1`), await page(path, superadmin.headers)]) {
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.body).toContain(`<title>${kind} · Minga</title>`);
      expect(reply.body).toContain(`<link rel="canonical" href="http://localhost:3000${path}">`);
      expect(reply.body).toContain('"timeZone":"America/Bogota"');
    }
    expect((await page('/sitemap-1.xml')).body + (await page('/sitemap.xml')).body).toContain(path);
  });

  it("shows the superadmins' text, and that of Minga again", async () => {
    const write = (text: string | null) =>
      app.inject({
        method: 'PUT',
        url: '/api/admin/legal/privacy',
        payload: { text },
        headers: superadmin.headers,
      });
    await write('Nuestra política: $& <b>');
    expect((await page('/privacidad')).body).toContain('Nuestra política: $& \\u003cb>');
    await write(null);
    expect((await page('/privacidad')).body).toContain('Ley 1581');
  });
});

describe('manual routes', async () => {
  const app = await testApp({ PUBLIC_URL: 'https://minga.example', RATE_LIMIT_FACTOR: '1' });
  const changed = await testApp({ SOURCE_URL: 'https://codigo.example.org/minga?a=1&b=2' });

  it.each(['/ayuda', '/privacidad', '/terminos'])(
    '%s links the source code where SOURCE_URL names it',
    async url => {
      expect((await changed.inject(url)).body).toContain(
        '<li><a href="https://codigo.example.org/minga?a=1&amp;b=2" rel="noopener">Código fuente</a></li>',
      );
      expect((await app.inject(url)).body).toContain('<ul></ul>');
    },
  );

  describe('the manual', () => {
    it.each([
      ['/ayuda', 'Ayuda de Minga'],
      ['/ayuda/asistir', 'Decir que vas'],
    ])('%s is a page for everybody', async (url, title) => {
      const { statusCode, headers, body } = await app.inject(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(body).toContain(`<h1>${title}</h1>`);
      expect(body).toContain(`<link rel="canonical" href="https://minga.example${url}">`);
      expect(body).not.toContain('noindex');
    });

    it('responds with 304 to a conditional request', async () => {
      const { etag } = (await app.inject('/ayuda/asistir')).headers;
      const headers = { 'if-none-match': String(etag) };
      const again = await app.inject({ url: '/ayuda/asistir', headers });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect((await app.inject({ url: '/ayuda', headers })).statusCode).toBe(200);
    });

    it('has one address for each page', async () => {
      const { statusCode, headers } = await app.inject('/ayuda/asistir/');
      expect([statusCode, headers.location]).toEqual([308, '/ayuda/asistir']);
      expect((await app.inject('/ayuda/')).headers.location).toBe('/ayuda');
    });

    it.each(['/ayuda/nada', '/ayuda/asistir.html', '/ayuda.html', '/ayuda/..%2findex'])(
      '%s is the app’s own not-found page',
      async url => {
        const { statusCode, body } = await app.inject(url);
        expect(statusCode).toBe(404);
        expect(body).toContain('<div id="root">');
      },
    );
  });
});
