import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, aUser } from '../../../test/factories.ts';
import { parseXml, textOf } from '../../../test/parse-xml.ts';
import { personalScreens } from '../pages/routes.ts';

const SITE = 'https://minga.example';
const app = await testApp({ PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1', CONTACT_EMAIL: 'hola@minga.example' });
const large = await testApp();

const read = async (url: string, from = app) => {
  const reply = await from.inject(url);
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  const { name, children } = parseXml(reply.body);
  return { name, entries: children.map(entry => [textOf(entry, 'loc'), textOf(entry, 'lastmod')]) };
};

describe('/robots.txt', () => {
  it('disallows personal pages, and allows the calls of public pages', async () => {
    const { body, headers } = await app.inject('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = body.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    const rules = lines.flatMap(line => {
      const [, kind, path = ''] = /^(Allow|Disallow): (.+)$/.exec(line) ?? [];
      return kind === undefined ? [] : [{ isOpen: kind === 'Allow', path }];
    });
    // RFC 9309: the longest matching rule applies, '$' matches the end of a URL, '*' any characters.
    const matches = (address: string, path: string) =>
      new RegExp(`^${path.replaceAll(/[.?]/g, '\\$&').replaceAll('*', '.*')}`).test(address);
    const isOpen = (address: string) =>
      rules.filter(({ path }) => matches(address, path)).toSorted((a, b) => b.path.length - a.path.length)[0]
        ?.isOpen ?? true;
    const id = '0197a000-0000-7000-8000-000000000000';
    for (const path of [
      '/',
      '/actividades',
      '/mapa',
      '/calendario',
      '/incrustar',
      '/incrustar/actividades',
      '/api/oembed?url=x',
      '/colectivos',
      '/colectivos/rio-vivo',
      `/actividades/${id}`,
      `/actividades/${id}/og.png`,
      '/login',
      '/ayuda',
    ]) {
      expect([path, isOpen(path)]).toEqual([path, true]);
    }
    for (const path of [`/api/tasks/${id}`, '/api/tasks/search?q=x', '/api/auth/verify', '/sitemap.xml']) {
      expect([path, isOpen(path)]).toEqual([path, true]);
    }
    for (const path of [
      ...personalScreens.map(screen => screen.replace(':slug', 'rio-vivo')),
      '/tasks/buscar',
      '/api/auth/login',
      '/api/docs',
      '/correo-local',
    ]) {
      expect([path, isOpen(path)]).toEqual([path, false]);
    }
  });
});

describe('/sitemap.xml', () => {
  it('lists the site’s pages and the public activities of the last year', async () => {
    const { db } = app.platform;
    const updatedAt = new Date('2026-11-20T10:00:00.000Z');
    const upcoming = await anActivity(db, { updatedAt });
    const recent = await anActivity(db, { updatedAt, date: new Date('2025-11-22T00:00:00.000Z') });
    await anActivity(db, { date: new Date('2025-11-20T00:00:00.000Z') });
    await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    expect(await read('/sitemap.xml')).toEqual({
      name: 'urlset',
      entries: [
        [`${SITE}/`, undefined],
        [`${SITE}/actividades`, undefined],
        [`${SITE}/mapa`, undefined],
        [`${SITE}/calendario`, undefined],
        [`${SITE}/colectivos`, undefined],
        [`${SITE}/impacto`, undefined],
        [`${SITE}/privacidad`, undefined],
        [`${SITE}/terminos`, undefined],
        [`${SITE}/ayuda`, undefined],
        [`${SITE}/ayuda/asistir`, undefined],
        [`${SITE}/actividades/${upcoming.id}`, updatedAt.toISOString()],
        [`${SITE}/actividades/${recent.id}`, updatedAt.toISOString()],
      ],
    });
    const { etag } = (await app.inject('/sitemap.xml')).headers;
    const again = await app.inject({ url: '/sitemap.xml', headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });

  it('becomes an index of files if one would be too large', async () => {
    const { db } = large.platform;
    const { id: ownerId } = await aUser(db);
    await db.execute(sql`
      insert into activities (id, owner_id, title, description, place, date, responsible, created_at, updated_at)
      select uuidv7(), ${ownerId}, 'A', '', '', '2026-12-05', '{}', '2026-11-21', '2026-11-21'
      from generate_series(1, 10001)`);
    const files = await read('/sitemap.xml', large);
    expect(files).toEqual({
      name: 'sitemapindex',
      entries: [
        ['http://localhost:3000/sitemap-1.xml', undefined],
        ['http://localhost:3000/sitemap-2.xml', undefined],
      ],
    });
    const first = await read('/sitemap-1.xml', large);
    const second = await read('/sitemap-2.xml', large);
    expect([first.entries.length, second.entries.length]).toEqual([10_010, 1]);
    const addresses = [...first.entries, ...second.entries].map(([address]) => address);
    expect(new Set(addresses).size).toBe(10_011);
  });

  it.each([
    '/sitemap-3.xml',
    '/sitemap-0.xml',
    '/sitemap--1.xml',
    '/sitemap-x.xml',
    '/sitemap-99999999999.xml',
  ])('%s is 404', async url => {
    expect((await large.inject(url)).statusCode).toBe(404);
  });
});

describe('/.well-known', () => {
  it('security.txt has a contact and never expires within half a year', async () => {
    const { body, headers } = await app.inject('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body.split('\n')).toEqual([
      'Contact: mailto:hola@minga.example',
      'Expires: 2027-05-20T00:00:00Z',
      'Preferred-Languages: es',
      `Canonical: ${SITE}/.well-known/security.txt`,
      `Policy: ${SITE}/ayuda/preguntas#hay-una-falla-de-seguridad`,
      '',
    ]);
    large.setNow(new Date('2031-01-31T23:59:59.999Z'));
    const later = await large.inject('/.well-known/security.txt');
    large.setNow(NOON);
    expect(later.body).toMatch(
      /^Contact: http:\/\/localhost:3000\/privacidad\nExpires: 2031-07-30T00:00:00Z\n/,
    );
  });

  it('change-password leads to the profile, and other addresses are 404', async () => {
    const { statusCode, headers } = await app.inject('/.well-known/change-password');
    expect([statusCode, headers.location]).toEqual([302, '/profile#contrasena']);
    for (const name of ['resource-that-should-not-exist-whose-status-code-should-not-be-200', 'a/b', ''])
      expect((await app.inject(`/.well-known/${name}`)).statusCode).toBe(404);
  });
});
