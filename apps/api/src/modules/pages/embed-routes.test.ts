import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { plainPng } from '../../../test/pictures.ts';
import { errorOf } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { activityIdIn, frameSize, thumbnailSize } from './rules.ts';

describe('embed', async () => {
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
      // The second response is served from the cache.
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
});

describe('oembed', async () => {
  const SITE = 'https://minga.example';
  const app = await testApp({ PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1' });
  const { db, images } = app.platform;
  const hostile = '"><script>alert(1)</script> & más';

  const ask = (query: Record<string, string>) => app.inject(`/api/oembed?${new URLSearchParams(query)}`);
  const addressOf = (id: string) => `${SITE}/actividades/${id}`;

  describe('GET /api/oembed', () => {
    it('describes the frame of an activity, with its text escaped in the HTML alone', async () => {
      const { id: ownerId } = await aUser(db, { username: 'Marta' });
      const { id } = await anActivity(db, { title: hostile, ownerId });
      const reply = await ask({ url: `${addressOf(id)}?fbclid=1#mapa`, format: 'json' });
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.json()).toEqual({
        version: '1.0',
        type: 'rich',
        title: hostile,
        author_name: 'Marta',
        provider_name: 'Minga',
        provider_url: `${SITE}/`,
        cache_age: 3600,
        width: 480,
        height: 520,
        html: `<iframe src="${SITE}/incrustar/actividades/${id}" title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; más" width="480" height="520" frameborder="0" loading="lazy" style="border:0"></iframe>`,
      });
      const headers = { 'if-none-match': String(reply.headers.etag) };
      const url = `/api/oembed?${new URLSearchParams({ url: addressOf(id) })}`;
      expect((await app.inject({ url, headers })).statusCode).toBe(304);
    });

    it('fits the frame and the picture into the wanted size', async () => {
      const photo = await images.save(await plainPng(1600, 900));
      await images.claim(db, photo.id);
      const { id } = await anActivity(db, { imageId: photo.id });
      const large = (await ask({ url: addressOf(id) })).json();
      expect(large.thumbnail_url).toMatch(/^https:\/\/minga\.example\/imagenes\/.+\.webp$/);
      expect((await app.inject(new URL(large.thumbnail_url).pathname)).statusCode).toBe(200);
      const small = (await ask({ url: addressOf(id), maxwidth: '400', maxheight: '300' })).json();
      expect(small).toMatchObject({ width: 400, height: 300, thumbnail_width: 320, thumbnail_height: 180 });
      const tiny = (await ask({ url: addressOf(id), maxwidth: '10' })).json();
      expect([tiny.width, tiny.thumbnail_url]).toEqual([10, undefined]);
    });

    it('describes the frame of a collective’s activities, and is announced by its page', async () => {
      const { slug } = await aCollective(db, { name: 'Guardianes & río' });
      const { body } = await app.inject(`/colectivos/${slug}`);
      const [, href = ''] = /type="application\/json\+oembed" title="[^"]*" href="([^"]*)"/.exec(body) ?? [];
      const address = new URL(href.replaceAll('&amp;', '&'));
      expect((await app.inject(address.pathname + address.search)).json()).toMatchObject({
        type: 'rich',
        title: 'Guardianes & río',
        author_name: 'Guardianes & río',
        width: 480,
        height: 520,
        html: expect.stringContaining(`src="${SITE}/incrustar/actividades?colectivo=${slug}"`),
      });
    });

    it('is announced by the activity’s page, and open to crawlers', async () => {
      const { id } = await anActivity(db, { title: hostile });
      const { body } = await app.inject(`/actividades/${id}`);
      const link = /<link rel="alternate" type="application\/json\+oembed" title="([^"]*)" href="([^"]*)">/;
      const [, title, href = ''] = link.exec(body) ?? [];
      expect(title).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; más');
      const address = new URL(href.replaceAll('&amp;', '&'));
      expect(address.origin).toBe(SITE);
      expect((await app.inject(address.pathname + address.search)).json().title).toBe(hostile);
      expect((await app.inject('/robots.txt')).body).toContain('Allow: /api/oembed\n');
    });

    it('is 404 for other addresses, and unknown or hidden activities', async () => {
      const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const { id } = await anActivity(db);
      for (const url of [
        addressOf(hidden.id),
        addressOf('0197a000-0000-7000-8000-000000000000'),
        addressOf('nada'),
        `https://otra.example/actividades/${id}`,
        `ftp://minga.example/actividades/${id}`,
        `${SITE}/colectivos/${id}`,
        SITE,
        'javascript:alert(1)',
      ])
        expect([url, errorOf(await ask({ url }))]).toEqual([
          url,
          {
            status: 404,
            code: 'NOT_FOUND',
            message: 'Esta dirección no es de una actividad ni de un colectivo publicados aquí',
          },
        ]);
    });

    it('is 501 for XML, and 400 for what it does not understand', async () => {
      const { id } = await anActivity(db);
      const url = addressOf(id);
      expect(errorOf(await ask({ url, format: 'xml' }))).toMatchObject({ status: 501 });
      for (const query of [
        {},
        { url: '' },
        { url: 'actividades' },
        { url, format: 'yaml' },
        { url, maxwidth: '0' },
        { url, maxheight: '-5' },
        { url, maxwidth: '1e3' },
      ] as Record<string, string>[])
        expect([query, errorOf(await ask(query))]).toMatchObject([
          query,
          { status: 400, code: 'VALIDATION' },
        ]);
    });
  });

  describe('the rules', () => {
    it.each([
      [{}, { width: 480, height: 520 }],
      [{ maxwidth: 360 }, { width: 360, height: 520 }],
      [{ maxwidth: 300 }, { width: 300, height: 600 }],
      [
        { maxwidth: 300, maxheight: 400 },
        { width: 300, height: 400 },
      ],
      [
        { maxwidth: 900, maxheight: 200 },
        { width: 480, height: 200 },
      ],
    ])('the frame fits %j', (box, size) => expect(frameSize(box)).toEqual(size));

    it.each([
      [{}, { width: 960, height: 540 }],
      [{ maxwidth: 959 }, { width: 320, height: 180 }],
      [{ maxheight: 180 }, { width: 320, height: 180 }],
      [{ maxheight: 179 }, undefined],
    ])('the picture fits %j', (box, size) =>
      expect(thumbnailSize({ width: 1920, height: 1080 }, [320, 960], box)).toEqual(size),
    );

    it.each([
      ['http://minga.example/actividades/7', '7'],
      ['https://minga.example/actividades/7/', '7'],
      ['https://minga.example:8080/actividades/7', null],
      ['https://minga.example/actividades', null],
      ['https://minga.example/actividades/7/og.png', null],
    ])('%s is the address of %s', (url, id) => expect(activityIdIn(new URL(url), SITE)).toBe(id));
  });
});
