import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { activities } from '../activities/schema.ts';

const app = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
await app.startJobs();
const day = (number: number) => new Date(Date.UTC(2026, 11, number, 14));

const read = async (url: string, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ url, headers });
  const [, content = 'null'] = /<main>(.*)<\/main>/s.exec(reply.body) ?? [];
  return { ...reply, status: reply.statusCode, headers: reply.headers, body: reply.body, content };
};
const shown = async (url: string) => JSON.parse((await read(url)).content);

const hostile = '</title><script>alert(1)</script>';
for (const number of [1, 2, 3, 4, 5, 6])
  await anActivity(db, { title: `Siembra ${number}`, date: day(number), category: 'ambiente' });
const trap = await anActivity(db, { title: hostile, date: day(7) });
const past = await anActivity(db, { title: 'Pasada', date: new Date('2026-11-01T14:00:00Z') });

describe('/incrustar/actividades', () => {
  it('shows the next five of a search, or as many as wanted', async () => {
    expect(await shown('/incrustar/actividades?categoria=ambiente&place=caldas')).toEqual({
      title: 'Ambiente en caldas',
      url: '/actividades?place=caldas&categoria=ambiente',
      titles: ['Siembra 1', 'Siembra 2', 'Siembra 3', 'Siembra 4', 'Siembra 5'],
      timeZone: 'America/Bogota',
    });
    expect((await shown('/incrustar/actividades?limite=20')).titles).toHaveLength(7);
    expect((await shown('/incrustar/actividades?limite=1&limit=3&offset=2')).titles).toEqual(['Siembra 1']);
  });

  it('is cached until public data changes', async () => {
    const url = '/incrustar/actividades?q=cometa';
    const first = await read(url);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect((await read(url, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
    await anActivity(db, { title: 'Cometas', date: day(9) });
    await expect.poll(async () => (await shown(url)).titles).toEqual(['Cometas']);
  });

  it('escapes its title', async () => {
    const { body } = await read(`/incrustar/actividades?q=${encodeURIComponent(hostile)}`);
    expect(body).toContain('<title>«&lt;/title&gt;&lt;script&gt;');
    expect(body).not.toContain('<script');
  });

  it.each([
    ['limite=0', '«limite» debe ser un número entero entre 1 y 20'],
    ['limite=21', '«limite» debe ser un número entero entre 1 y 20'],
    ['categoria=x&cupos=y', 'La categoría no existe. «cupos» debe ser «libres»'],
    ['desde=2026-12-05&hasta=2026-12-04', 'El día «hasta» no puede ser anterior a «desde»'],
  ])('says what is wrong with an invalid filter: %s', async (query, sentence) => {
    const { status, content, headers } = await read(`/incrustar/actividades?${query}`);
    expect([status, JSON.parse(content)]).toEqual([400, { sentence }]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('/incrustar/actividades/{id}', () => {
  it('shows one activity, also a past one', async () => {
    expect(await shown(`/incrustar/actividades/${trap.id}`)).toEqual({
      title: hostile,
      isPast: false,
      timeZone: 'America/Bogota',
    });
    expect(await shown(`/incrustar/actividades/${past.id}?x=1`)).toMatchObject({ isPast: true });
  });

  it('is 404 once the activity is hidden, and for an unknown one', async () => {
    const { id } = await anActivity(db, { title: 'Efímera' });
    const url = `/incrustar/actividades/${id}`;
    expect((await read(url)).status).toBe(200);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'No' })
      .where(eq(activities.id, id));
    await expect.poll(async () => (await read(url)).status).toBe(404);
    for (const other of [url, '/incrustar/actividades/nada'])
      expect(JSON.parse((await read(other)).content)).toEqual({
        sentence: 'Esta actividad ya no está publicada',
      });
  });
});

describe('frames of other sites', () => {
  const framing = ({ headers }: Awaited<ReturnType<typeof read>>) => [
    headers['x-frame-options'],
    /frame-ancestors [^;]+/.exec(String(headers['content-security-policy']))?.[0],
  ];
  const embedded = [
    '/incrustar/actividades',
    '/incrustar/actividades?limite=0',
    `/incrustar/actividades/${past.id}`,
    '/incrustar/actividades/nada',
  ];

  it.each(embedded)('may show %s, whose policy allows no script but those of its document', async url => {
    // The second response comes from the cache.
    for (const reply of [await read(url), await read(url), await read(url, { cookie: 'a=b' })]) {
      expect(framing(reply)).toEqual([undefined, 'frame-ancestors *']);
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
      expect(reply.headers['content-security-policy']).not.toContain('script-src');
      expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      expect(reply.body).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('may show no other page', async () => {
    const { headers } = await signedIn(db);
    const pages = [
      '/',
      '/actividades',
      '/calendario',
      `/actividades/${past.id}`,
      '/incrustar',
      '/incrustar/',
      '/incrustar/otra',
      '/incrustar/actividades/a/b',
      '/colectivos',
      '/login',
      '/tasks',
      '/ayuda',
      '/nada',
      '/api/tasks/search',
      '/api/oembed',
      '/actividades.json',
    ];
    for (const url of pages)
      for (const reply of [await read(url), await read(url), await read(url, headers)])
        expect([url, ...framing(reply)]).toEqual([url, 'DENY', "frame-ancestors 'none'"]);
  });
});
