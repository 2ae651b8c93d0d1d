import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { type CalendarPart, parseCalendar } from '../../../test/parse-calendar.ts';
import { childrenOf, parseXml, textOf } from '../../../test/parse-xml.ts';
import { plainPng } from '../../../test/pictures.ts';
import { errorOf } from '../../../test/requests.ts';
import { seriesCalls } from '../../../test/series-fixture.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';

describe('feeds', async () => {
  const SITE = 'https://minga.example';
  const app = await testApp({ PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1' });
  const many = await testApp();
  const plain = await testApp();
  const { db } = app.platform;
  const day = (number: number) => new Date(Date.UTC(2026, 11, number, 14));

  const { user: ana } = await signedIn(db, { username: 'Ana & Cía' });
  const promoted = { promotionStart: day(1), promotionEnd: day(30) };
  const siembra = await anActivity(db, { ownerId: ana.id, title: 'Siembra', date: day(5), ...promoted });
  const rio = await anActivity(db, { title: 'Limpieza del río', place: 'Puente viejo', date: day(6) });
  const past = await anActivity(db, { title: 'Siembra pasada', date: new Date('2026-11-01T14:00:00.000Z') });
  await anActivity(db, { title: 'Siembra oculta', status: 'rejected', rejectionReason: 'No' });
  const hostile = '</script> "><img src=x onerror=alert(1)> ]]> ]]> & ;,\\';
  const trap = await anActivity(db, {
    title: hostile,
    place: hostile.slice(0, 40),
    description: `${hostile}\r\nEND:VEVENT\u0001\u000b\n<b>segunda</b>`,
    date: day(7),
  });

  const entriesOf = ({ parts }: CalendarPart) => parts.filter(({ name }) => name === 'VEVENT');
  const feed = async (url: string) => {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=300');
    return reply;
  };

  /**
   * Runs a request three times and returns the least CPU time of this thread in microseconds, in total and of the longest turn of the
   * event loop. Unlike the elapsed time, it does not depend on the machine's load, and a garbage collection affects only one run.
   */
  async function costOf<Result>(run: () => Promise<Result>) {
    const runs = [await measure(run), await measure(run), await measure(run)];
    const least = (cost: 'all' | 'longest') => Math.min(...runs.map(one => one[cost]));
    return { result: runs[0]?.result, all: least('all'), longest: least('longest') };
  }

  async function measure<Result>(run: () => Promise<Result>) {
    const used = (since?: NodeJS.CpuUsage) => {
      const { user, system } = process.threadCpuUsage(since);
      return user + system;
    };
    const begin = process.threadCpuUsage();
    let [isRunning, longest, turn] = [true, 0, begin];
    const measureTurn = () => {
      longest = Math.max(longest, used(turn));
      turn = process.threadCpuUsage();
      if (isRunning) setImmediate(measureTurn);
    };
    setImmediate(measureTurn);
    const result = await run();
    isRunning = false;
    return { result, all: used(begin), longest };
  }

  /** The titles that a search returns in each format. */
  async function titlesOf(search: string): Promise<string[]> {
    const [ics, rss, json] = await Promise.all(
      ['ics', 'rss', 'json'].map(format => feed(encodeURI(`/actividades.${format}${search}`))),
    );
    const inJson = json?.json().items.map(({ title }: { title: string }) => title);
    const [channel] = childrenOf(parseXml(rss?.body ?? ''), 'channel');
    expect(childrenOf(channel, 'item').map(item => textOf(item, 'title'))).toEqual(inJson);
    const inCalendar = entriesOf(parseCalendar(ics?.body ?? '')).map(({ properties }) => properties.SUMMARY);
    // Calendars also contain past activities unless the search specifies the time.
    const ended = search.includes('date=') ? [] : inCalendar.filter(title => title?.includes('pasada'));
    expect(inCalendar.filter(title => !ended.includes(title)).toSorted()).toEqual(inJson.toSorted());
    return inJson;
  }

  describe('the feeds', () => {
    it.each([
      // The results are sorted by publication, the newest first.
      ['', [trap, rio, siembra]],
      ['?date=proximas', [trap, rio, siembra]],
      ['?q=siembra', [siembra]],
      ['?q=siembra&date=pasadas', [past]],
      ['?place=puente', [rio]],
      ['?estado=promocionadas', [siembra]],
      ['?q=xilófono', []],
      ['?limit=1&offset=1', [rio]],
    ])('accept the filters of the catalogue: %s', async (search, found) => {
      expect(await titlesOf(search)).toEqual(found.map(({ title }) => title));
    });

    it('contain the topics of each activity', async () => {
      await anActivity(db, { title: 'Tejido', category: 'cultura', tags: ['lana', 'a & <b>'], date: day(8) });
      const rss = await feed('/actividades.rss?q=tejido');
      const [channel] = childrenOf(parseXml(rss.body), 'channel');
      const [item] = childrenOf(channel, 'item');
      const topics = ['Cultura', 'lana', 'a & <b>'];
      expect(childrenOf(item, 'category').map(({ text }) => text)).toEqual(topics);
      const json = await feed('/actividades.json?q=tejido');
      expect(json.json().items[0].tags).toEqual(topics);
      const [first] = (await feed('/actividades.json?q=siembra')).json().items;
      expect(first).not.toHaveProperty('tags');
    });

    // docs/rules.md R7.5
    it('contain only public activities, also with a session', async () => {
      const { user, headers } = await signedIn(db);
      await anActivity(db, { ownerId: user.id, title: 'Propia', status: 'rejected', rejectionReason: 'No' });
      const reply = await app.inject({ url: '/actividades.json?q=propia', headers });
      expect(reply.json().items).toEqual([]);
    });

    it('are calendars of all that is to come and of 60 days before, and pages of a hundred publications', async () => {
      const { id: ownerId } = await aUser(many.platform.db);
      const row = {
        ownerId,
        description: '',
        place: '',
        responsible: [],
        createdAt: day(1),
        updatedAt: day(1),
      };
      const dates = [
        ...Array.from({ length: 4_997 }, (_, index) => new Date(day(5).getTime() + index * 60_000)),
        // The calendar also contains an activity that started earlier and ended within 60 days.
        ...['2026-11-20T17:00:00Z', '2026-09-22T17:00:01Z', '2026-09-22T16:59:59Z'].map(
          text => new Date(text),
        ),
      ];
      for (let from = 0; from < dates.length; from += 1_000)
        await many.platform.db.insert(activities).values(
          dates.slice(from, from + 1_000).map((date, index) => ({
            ...row,
            date,
            title: `${from + index}`,
            createdAt: new Date(day(1).getTime() + from + index),
          })),
        );
      const { result: calendar, ...whole } = await costOf(() => many.inject('/actividades.ics'));
      // Loading and rendering yield to other requests.
      expect(whole.longest).toBeLessThan(whole.all / 5);
      const found = entriesOf(parseCalendar(calendar?.body ?? '')).map(
        ({ properties }) => properties.SUMMARY,
      );
      expect([found.length, found[0], ...found.slice(-2)]).toEqual([4_999, '0', '4997', '4998']);
      const headers = { 'if-none-match': String(calendar?.headers.etag) };
      const { result: again, all } = await costOf(() => many.inject({ url: '/actividades.ics', headers }));
      expect([again?.statusCode, again?.body]).toEqual([304, '']);
      // If the client's version is current, no texts are loaded and no feed is rendered.
      expect(all).toBeLessThan(whole.all / 3);
      expect(entriesOf(parseCalendar((await many.inject('/actividades.ics?limit=3')).body))).toHaveLength(3);
      expect((await many.inject('/actividades.ics?limit=5001')).statusCode).toBe(400);

      const titles: string[] = [];
      let url = '/actividades.json?limit=500';
      for (let page = 0; page < 3; page += 1) {
        const { items, next_url: next } = (await many.inject(url)).json();
        expect(items).toHaveLength(100);
        titles.push(...items.map(({ title }: { title: string }) => title));
        url = new URL(next).pathname + new URL(next).search;
      }
      expect(titles).toEqual(Array.from({ length: 300 }, (_, index) => `${4_996 - index}`));
      const last = (await many.inject('/actividades.json?offset=4990')).json();
      expect([last.items.length, last.next_url]).toEqual([7, undefined]);
    });

    it('have a series once, as one publication with all its dates in the calendar', async () => {
      const { published } = seriesCalls(plain);
      const repeat = { frequency: 'daily', count: 60 };
      const { seriesId, ids } = await published({
        title: 'Riego diario',
        date: day(9).toISOString(),
        repeat,
      });
      expect(ids).toHaveLength(60);
      const found = (await plain.inject('/actividades.json?q=riego')).json().items;
      expect(found).toMatchObject([{ id: `urn:uuid:${seriesId}`, title: 'Riego diario' }]);
      const rss = childrenOf(parseXml((await plain.inject('/actividades.rss?q=riego')).body), 'channel')[0];
      expect(childrenOf(rss, 'item').map(item => textOf(item, 'guid'))).toEqual([`urn:uuid:${seriesId}`]);
      const entries = entriesOf(parseCalendar((await plain.inject('/actividades.ics?q=riego')).body));
      expect(entries.map(({ properties }) => properties.UID)).toEqual(
        expect.arrayContaining(ids.map(id => `${id}@minga`)),
      );
    });

    it.each([
      ['date=ayer', 'La fecha debe ser «proximas» o «pasadas»'],
      ['estado=x', 'El estado debe ser «promocionadas»'],
      [`q=${'x'.repeat(201)}`, 'La búsqueda es demasiado larga'],
      ['q=%00', 'El texto contiene caracteres no permitidos'],
    ])('reject an invalid search: %s', async (search, sentence) => {
      for (const format of ['ics', 'rss', 'json']) {
        const reply = await app.inject(`/actividades.${format}?${search}`);
        expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [sentence] });
      }
    });

    it.each(['ics', 'rss', 'json'])('return 304 if unchanged: %s', async format => {
      const url = `/actividades.${format}`;
      const { etag } = (await feed(url)).headers;
      const headers = { 'if-none-match': String(etag) };
      const again = await app.inject({ url, headers });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect((await app.inject({ url: `${url}?q=siembra`, headers })).statusCode).toBe(200);
    });
  });

  describe('the tag of a feed', () => {
    const changes: readonly (readonly [string, Partial<typeof activities.$inferInsert>])[] = [
      ['title', { title: 'Otra' }],
      ['description', { description: 'Otra' }],
      ['place', { place: 'Otro' }],
      ['date', { date: day(9) }],
      ['endDate', { endDate: day(10) }],
      ['responsible', { responsible: ['Luis'] }],
      ['category', { category: 'ambiente' }],
      ['tags', { tags: ['otra'] }],
      ['location', { latitude: 2.4, longitude: -76.6 }],
      ['directions', { directions: 'Por la trocha' }],
      ['isLocationPrivate', { isLocationPrivate: true }],
      ['updatedAt', { updatedAt: day(2) }],
      ['createdAt', { createdAt: day(2) }],
      ['revision', { revision: 7 }],
      ['status', { status: 'rejected', rejectionReason: 'No' }],
    ];
    const versionsOf = async () =>
      Promise.all(
        ['ics', 'rss', 'json'].map(async format => {
          const { body, headers } = await plain.inject(`/actividades.${format}?q=etiquetada`);
          return { body, tag: headers.etag };
        }),
      );

    /** Expects a changed ETag for each feed whose text has changed. Returns whether any text has changed. */
    async function expectOtherTags(change: () => Promise<unknown>) {
      const before = await versionsOf();
      await change();
      const after = await versionsOf();
      const changed = after.filter(({ body }, index) => body !== before[index]?.body);
      expect(changed.filter(({ tag }) => before.some(one => one.tag === tag))).toEqual([]);
      expect(changed).not.toEqual([]);
    }
    const published = async (values = {}) =>
      anActivity(plain.platform.db, {
        description: 'etiquetada',
        latitude: 2.4,
        longitude: -76.5,
        ...values,
      });

    it.each(changes)('changes with what the feed shows: %s', async (_column, values) => {
      const { id } = await published({ title: 'Etiquetada' });
      await expectOtherTags(() =>
        plain.platform.db.update(activities).set(values).where(eq(activities.id, id)),
      );
    });

    it('changes with the organiser’s name, a photo, a new and a deleted activity, and the end of one', async () => {
      const { user, headers } = await signedIn(plain.platform.db);
      const { id } = await published({ ownerId: user.id });
      const plainDb = plain.platform.db;
      await expectOtherTags(() =>
        plainDb.update(users).set({ username: 'Otra' }).where(eq(users.id, user.id)),
      );
      const { images } = plain.platform;
      const { id: imageId } = await images.save(await plainPng(40, 40));
      await images.claim(plainDb, imageId);
      await expectOtherTags(() => plainDb.update(activities).set({ imageId }).where(eq(activities.id, id)));
      await expectOtherTags(published);
      await expectOtherTags(() => plain.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers }));
      await expectOtherTags(async () => plain.setNow(day(20)));
      plain.setNow(NOON);
    });
  });

  describe('/actividades.rss', () => {
    it('is RSS 2.0 with absolute URLs', async () => {
      const { body, headers } = await feed('/actividades.rss?q=siembra');
      expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
      const rss = parseXml(body);
      const [channel] = childrenOf(rss, 'channel');
      expect([rss.name, rss.attributes.version]).toEqual(['rss', '2.0']);
      expect(textOf(channel, 'title')).toBe('Minga: «siembra»');
      expect(textOf(channel, 'link')).toBe(`${SITE}/actividades?q=siembra`);
      expect(textOf(channel, 'description')).not.toBe('');
      expect(childrenOf(channel, 'atom:link')[0]?.attributes).toMatchObject({
        href: `${SITE}/actividades.rss?q=siembra`,
        rel: 'self',
      });
      const [item] = childrenOf(channel, 'item');
      expect(Object.fromEntries(item?.children.map(({ name, text }) => [name, text]) ?? [])).toEqual({
        title: 'Siembra',
        link: `${SITE}/actividades/${siembra.id}`,
        guid: `urn:uuid:${siembra.id}`,
        pubDate: 'Sat, 21 Nov 2026 17:00:00 GMT',
        'dc:creator': 'Ana & Cía',
        description:
          '<p>sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m. · Parque Caldas</p><p>Traer agua y gorra.</p>',
        'media:content': '',
      });
      expect(childrenOf(item, 'guid')[0]?.attributes.isPermaLink).toBe('false');
      expect(childrenOf(item, 'media:content')[0]?.attributes.url).toBe(
        `${SITE}/actividades/${siembra.id}/og.png?v=0`,
      );
      expect(body).not.toContain(ana.email);
    });

    it('escapes user input, also in the HTML of descriptions', async () => {
      const [channel] = childrenOf(parseXml((await feed('/actividades.rss?q=onerror')).body), 'channel');
      const [item] = childrenOf(channel, 'item');
      expect(textOf(item, 'title')).toBe(hostile);
      const html = textOf(item, 'description') ?? '';
      expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; ]]&gt;');
      expect(html).toContain('<p>&lt;b&gt;segunda&lt;/b&gt;</p>');
      expect(html.replaceAll(/<\/?p>/g, '')).not.toContain('<');
    });
  });

  describe('/actividades.json', () => {
    it('is a JSON Feed 1.1 with absolute URLs', async () => {
      const reply = await feed('/actividades.json?q=siembra');
      expect(reply.headers['content-type']).toBe('application/feed+json; charset=utf-8');
      expect(reply.json()).toEqual({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Minga: «siembra»',
        home_page_url: `${SITE}/actividades?q=siembra`,
        feed_url: `${SITE}/actividades.json?q=siembra`,
        description: 'Actividades solidarias de tu comunidad',
        language: 'es-CO',
        items: [
          {
            id: `urn:uuid:${siembra.id}`,
            url: `${SITE}/actividades/${siembra.id}`,
            title: 'Siembra',
            content_text:
              'sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m. · Parque Caldas\n\nTraer agua y gorra.',
            image: `${SITE}/actividades/${siembra.id}/og.png?v=0`,
            date_published: '2026-11-21T17:00:00.000Z',
            date_modified: '2026-11-21T17:00:00.000Z',
            authors: [{ name: 'Ana & Cía' }],
          },
        ],
      });
    });
  });

  describe('/actividades.ics', () => {
    it('is a calendar subscription', async () => {
      const { body, headers } = await feed('/actividades.ics?q=siembra%3B&date=proximas');
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
      const calendar = parseCalendar(body);
      expect(calendar.properties).toMatchObject({ 'X-WR-CALNAME': 'Minga: «siembra;»', METHOD: 'PUBLISH' });
      expect(entriesOf(calendar).map(({ properties: { UID, URL } }) => [UID, URL])).toEqual([
        [`${siembra.id}@minga`, `${SITE}/actividades/${siembra.id}`],
      ]);
    });

    it('escapes user input', async () => {
      const [entry] = entriesOf(parseCalendar((await feed('/actividades.ics?q=onerror')).body));
      expect(entry?.properties).toMatchObject({ SUMMARY: hostile, UID: `${trap.id}@minga` });
    });
  });

  describe('/actividades', () => {
    const links = (body: string) =>
      [...body.matchAll(/<link rel="alternate" type="([^"]+)" title="([^"]+)" href="([^"]+)">/g)].map(match =>
        match.slice(1),
      );

    it('links to its feeds', async () => {
      const { body } = await app.inject('/actividades');
      expect(links(body)).toEqual([
        ['application/rss+xml', 'Minga: actividades (RSS)', '/actividades.rss'],
        ['application/feed+json', 'Minga: actividades (JSON Feed)', '/actividades.json'],
        ['text/calendar', 'Minga: actividades (calendario)', '/actividades.ics'],
      ]);
      expect(body).toContain(`<link rel="canonical" href="${SITE}/actividades">`);
    });

    it('links to the feeds of its search, escaped', async () => {
      const { body } = await app.inject('/actividades?q=%22%3E%3Cscript%3E%26&date=pasadas&x=1');
      expect(links(body)[0]).toEqual([
        'application/rss+xml',
        'Minga: «&quot;&gt;&lt;script&gt;&amp;» (RSS)',
        '/actividades.rss?q=%22%3E%3Cscript%3E%26&amp;date=pasadas',
      ]);
      const invalid = await app.inject('/actividades?date=ayer&q=a&q=b');
      expect(invalid.statusCode).toBe(200);
      expect(links(invalid.body)[0]?.[2]).toBe('/actividades.rss');
    });
  });
});

describe('filtered feeds', async () => {
  const SITE = 'https://minga.example';
  const app = await testApp({ PUBLIC_URL: SITE, RATE_LIMIT_FACTOR: '1' });
  const { db } = app.platform;
  const day = (number: number) => new Date(Date.UTC(2026, 11, number, 14));

  const collective = await aCollective(db, { name: 'Río <Vivo>' });
  await anActivity(db, { title: 'Siembra', date: day(5), category: 'ambiente', tags: ['río'] });
  await anActivity(db, { title: 'Cuentos', date: day(6), category: 'infancia', collectiveId: collective.id });
  await anActivity(db, { title: 'Puente', date: day(7), latitude: 2.44, longitude: -76.61, capacity: 3 });

  const titles = async (url: string) =>
    (await app.inject(url)).json().items.map(({ title }: { title: string }) => title);

  it.each([
    ['categoria=ambiente', ['Siembra']],
    ['etiqueta=%23R%C3%ADo', ['Siembra']],
    ['desde=2026-12-06', ['Cuentos', 'Puente']],
    ['hasta=2026-12-06', ['Siembra', 'Cuentos']],
    ['cerca=2.44,-76.6&radio=5', ['Puente']],
    [`colectivo=${collective.slug}`, ['Cuentos']],
    ['cupos=libres', ['Siembra', 'Cuentos', 'Puente']],
  ])('have the filters of a search: %s', async (query, found) => {
    // Without `cerca`, the results are sorted by publication.
    const given = await titles(`/actividades.json?${query}`);
    expect(query.includes('cerca') ? given : given.toSorted()).toEqual(
      query.includes('cerca') ? found : found.toSorted(),
    );
  });

  it('say their filters in the title, the page and the self link', async () => {
    const query = `place=caldas&colectivo=${collective.slug}&categoria=infancia&cupos=libres`;
    const json = (await app.inject(`/actividades.json?${query}&radio=7&limit=3`)).json();
    const title = 'Minga: Niñez de Río <Vivo> en caldas, con cupos';
    expect(json).toMatchObject({
      title,
      home_page_url: `${SITE}/actividades?${query}`,
      feed_url: `${SITE}/actividades.json?${query}`,
    });
    const [channel] = childrenOf(parseXml((await app.inject(`/actividades.rss?${query}`)).body), 'channel');
    expect(textOf(channel, 'title')).toBe(title);
    const calendar = parseCalendar((await app.inject(`/actividades.ics?${query}`)).body);
    expect(calendar.properties['X-WR-CALNAME']).toBe(title);
    const near = (await app.inject('/actividades.json?cerca=2.4400,-76.61&radio=5')).json();
    expect(near.feed_url).toBe(`${SITE}/actividades.json?cerca=2.44%2C-76.61&radio=5`);
  });

  it.each(['ics', 'rss', 'json'])('are also calls of the API: %s', async format => {
    const page = await app.inject(`/actividades.${format}?categoria=ambiente`);
    const call = await app.inject(`/api/tasks/feed.${format}?categoria=ambiente`);
    expect([call.statusCode, call.body]).toEqual([200, page.body]);
    for (const header of ['content-type', 'etag', 'cache-control'])
      expect(call.headers[header]).toBe(page.headers[header]);
  });

  it.each([
    ['categoria=deportes', 'La categoría no existe'],
    ['desde=2026-13-01', 'Los días deben tener la forma 2026-12-05'],
    ['cerca=norte', '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61'],
    ['radio=0', 'El radio debe ser un número de kilómetros entre 1 y 200'],
    ['cupos=todos', '«cupos» debe ser «libres»'],
    ['desde=2026-12-05&hasta=2026-12-04', 'El día «hasta» no puede ser anterior a «desde»'],
  ])('reject an invalid filter: %s', async (query, sentence) => {
    for (const path of ['/actividades.rss', '/api/tasks/feed.rss'])
      expect(errorOf(await app.inject(`${path}?${query}`))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [sentence],
      });
  });
});
