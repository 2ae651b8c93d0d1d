import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { aCollective, aMember, anActivity, aUser, signedIn } from '../../../../test/factories.ts';
import { errorOf } from '../../../../test/requests.ts';
import { searchedWords } from '../../../platform/database/queries.ts';
import { users } from '../../accounts/schema.ts';
import { collectives } from '../../collectives/schema.ts';
import { activities } from '../schema.ts';
import { searchRebuilds, searchVocabulary } from '../search-schema.ts';
import { searchRebuild } from './service.ts';

describe('search', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const DAY = 86_400_000;

  await anActivity(db, {
    title: 'Limpieza del río Cauca',
    place: 'Humilladero',
    description: '',
    responsible: ['Ana'],
  });
  await anActivity(db, {
    title: 'Taller solidario',
    place: 'Café La Maloca',
    description: '',
    responsible: ['Íngrid'],
  });
  await anActivity(db, {
    title: 'Siembra',
    place: 'Vereda Cajete',
    description: 'Un río de árboles',
    responsible: [],
  });
  await anActivity(db, { title: '100% reciclado', place: 'C_3', description: 'a\\b', responsible: [] });
  await anActivity(db, {
    title: 'Olla de ayer',
    place: '',
    description: '',
    date: new Date(NOON.getTime() - DAY),
  });
  await anActivity(db, {
    title: 'Olla promocionada',
    place: '',
    description: '',
    date: new Date(NOON.getTime() + 20 * DAY),
    promotionStart: NOON,
    promotionEnd: new Date(NOON.getTime() + 7 * DAY),
  });
  await anActivity(db, {
    title: 'Hace un año',
    place: '',
    description: '',
    date: new Date(NOON.getTime() - 365 * DAY),
  });
  await anActivity(db, { title: 'Oculta', status: 'rejected', rejectionReason: 'No' });

  async function search(
    query: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<string[]> {
    const reply = await app.inject({ url: '/api/tasks/search', query, headers });
    expect(reply.statusCode).toBe(200);
    return reply.json().map((activity: { title: string }) => activity.title);
  }

  describe('GET /tasks/search', () => {
    it('finds the same for a visitor, whose statement is built once, and for a person, in each order of pages', async () => {
      const { headers } = await signedIn(db);
      const found = async (query: Record<string, string>, as: Record<string, string>) => {
        const reply = await app.inject({ url: '/api/tasks/search', query, headers: as });
        const ids = reply.json().map(({ _id }: { _id: string }) => _id);
        return { ids, total: reply.headers['x-total-count'] };
      };
      const totals = new Set<unknown>();
      for (const q of ['olla', 'rio', 'olla promocionada', 'un río de árboles', 'de', 'nada así', '%'])
        for (const when of [{}, { date: 'proximas' }, { date: 'pasadas' }])
          for (const series of [{}, { series: 'next' }])
            for (const [limit, offset] of [
              ['1', '0'],
              ['1', '1'],
              ['20', '0'],
              ['20', '40'],
            ] as const) {
              const query = { q, ...when, ...series, limit, offset };
              const ofVisitor = await found(query, {});
              expect({ query, ...ofVisitor }).toEqual({ query, ...(await found(query, headers)) });
              totals.add(ofVisitor.total);
            }
      expect(totals.size).toBeGreaterThan(2);
    });

    it.each([
      ['rio', ['Limpieza del río Cauca', 'Siembra']],
      ['RÍO cau', ['Limpieza del río Cauca']],
      ['limpeza', ['Limpieza del río Cauca']],
      ['solidario', ['Taller solidario']],
      ['solid', ['Taller solidario']],
      ['limpieza del rio', ['Limpieza del río Cauca']],

      ['cafe', ['Taller solidario']],
      ['ingrid', ['Taller solidario']],
      ['arboles', ['Siembra']],
      ['100%', ['100% reciclado']],
      ['100', ['100% reciclado']],
      // The signs of patterns stand for themselves.
      ...['10%', '1_0%', '100_', 'recicl%', '%100', 'r_ciclado', 'a_b', 'c__'].map(
        (q): [string, string[]] => [q, []],
      ),
      ['c_3', ['100% reciclado']],
      ['a\\b reciclado', ['100% reciclado']],
      ['%', ['100% reciclado']],
      ['_', ['100% reciclado']],
      ['\\', ['100% reciclado']],
      ["' | !:* <-> &", []],
      ['oculta', []],
      // Each word has one error: two letters swapped, one missing, one too many, or one wrong.
      ['limpeiza', ['Limpieza del río Cauca']],
      ['limpiza rio', ['Limpieza del río Cauca']],
      ['solidaario', ['Taller solidario']],
      ['recuclado', ['100% reciclado']],
      ['reciclad', ['100% reciclado']],
      // In these short words two neighbours are swapped, in one of them at the beginning.
      ['cuaca', ['Limpieza del río Cauca']],
      ['roi', ['Limpieza del río Cauca', 'Siembra']],
      ['lmipieza', ['Limpieza del río Cauca']],
      ['siemrba', ['Siembra']],
      // Two errors in a short word, or one in a word of three letters, do not match.
      ['cuaac', []],
      ['rip', []],
      // The search matches a prefix of the word, not of its stem.
      ['promocionad', ['Olla promocionada']],
      ['del', 7],
      ['½ ² ﬁ Ⅷ', []],
    ])('q=%s finds %j', async (q, titles) => {
      const found = await search({ q });
      expect(typeof titles === 'number' ? found.length : found).toEqual(titles);
    });

    it('requires every word', async () => {
      const words = ['limpieza', 'del', 'río', ...'cauca humilladero ana'.split(' ')].join(' ');
      const q = `${words} ${'limpieza '.repeat(10)}a c h l r d an ca hu li ri`;
      expect(await search({ q })).toEqual(['Limpieza del río Cauca']);
      expect(await search({ q: `${q} zapote` })).toEqual([]);
    });

    it.each([
      [{ q: '', place: '', date: '', estado: '' }, {}],
      [
        { q: 'olla', date: '', estado: 'promocionadas' },
        { q: 'olla', estado: 'promocionadas' },
      ],
    ])('ignores empty parameters: %j', async (query, without) =>
      expect(await search(query)).toEqual(await search(without as Record<string, string>)),
    );

    it.each([
      [{ place: 'maloca' }, ['Taller solidario']],
      [{ place: 'CAFÉ' }, ['Taller solidario']],
      [{ place: '_' }, ['100% reciclado']],
      [{ place: '%' }, []],
      [{ date: 'pasadas' }, ['Olla de ayer', 'Hace un año']],
      [{ q: 'olla', date: 'proximas' }, ['Olla promocionada']],
      [{ estado: 'promocionadas' }, ['Olla promocionada']],
    ])('%j finds %j', async (query, titles) =>
      expect(await search(query as Record<string, string>)).toEqual(titles),
    );

    it('finds all public activities without filters, and own rejected ones', async () => {
      expect(await search({})).toHaveLength(7);
      const { user, headers } = await signedIn(db);
      await anActivity(db, { ownerId: user.id, title: 'Mía', status: 'rejected', rejectionReason: 'No' });
      expect(await search({ q: 'mia' }, headers)).toEqual(['Mía']);
      expect(await search({ q: 'mia' })).toEqual([]);
    });

    it('without words lists upcoming activities by date, then past ones from the latest, over pages', async () => {
      const whole = await search({ limit: '500' });
      expect(whole.indexOf('Olla promocionada')).toBeLessThan(whole.indexOf('Olla de ayer'));
      const pages: string[] = [];
      for (let offset = 0; offset < whole.length; offset += 2) {
        pages.push(...(await search({ limit: '2', offset: String(offset) })));
      }
      expect(pages).toEqual(whole);
      const dates = (await app.inject('/api/tasks/search?limit=500'))
        .json()
        .map((row: { date: string }) => row.date);
      const now = NOON.toISOString();
      const upcoming = dates.filter((date: string) => date >= now);
      const past = dates.filter((date: string) => date < now);
      expect(dates).toEqual([...upcoming.toSorted(), ...past.toSorted().reverse()]);
    });

    it('returns pages with the total', async () => {
      const reply = await app.inject({ url: '/api/tasks/search?limit=2&offset=4' });
      expect([reply.json().length, reply.headers['x-total-count']]).toEqual([2, '7']);
    });

    // docs/rules.md R16.2
    it('ranks title before place, responsible and description, then by nearest date', async () => {
      const word = 'guatapuri';
      const far = new Date(NOON.getTime() + 40 * DAY);
      const near = new Date(NOON.getTime() + 3 * DAY);
      await anActivity(db, {
        title: 'D',
        description: `Cerca del ${word}`,
        place: '',
        responsible: [],
        date: near,
      });
      await anActivity(db, { title: 'C', description: '', place: '', responsible: [word], date: near });
      await anActivity(db, { title: 'B', description: '', place: word, responsible: [], date: near });
      await anActivity(db, {
        title: `${word} lejos`,
        description: '',
        place: '',
        responsible: [],
        date: far,
      });
      await anActivity(db, {
        title: `${word} pronto`,
        description: '',
        place: '',
        responsible: [],
        date: near,
      });
      expect(await search({ q: word })).toEqual([`${word} pronto`, `${word} lejos`, 'B', 'C', 'D']);
      expect(await search({ place: 'guatapur' })).toEqual(['B']);
      const page = await app.inject({ url: `/api/tasks/search?q=${word}&limit=2&offset=4` });
      expect([page.json().length, page.headers['x-total-count']]).toEqual([1, '5']);
      const beyond = await app.inject({ url: `/api/tasks/search?q=${word}&offset=50` });
      expect([beyond.json(), beyond.headers['x-total-count']]).toEqual([[], '5']);
    });

    it('finds the words of an edit at once', async () => {
      const owner = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: owner.user.id, title: 'Sin nombre' });
      const payload = { title: 'Chirimía', date: '2026-12-05T14:00:00.000Z' };
      await app.inject({ method: 'PUT', url: `/api/tasks/${id}`, headers: owner.headers, payload });
      expect(await search({ q: 'chirima' })).toEqual(['Chirimía']);
    });

    it.each(['date=hoy', 'estado=todas', `q=${'a'.repeat(201)}`, 'q=a&q=b'])('rejects ?%s', async query => {
      const reply = await app.inject({ url: `/api/tasks/search?${query}` });
      expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
    });
  });
});

describe('search words', async () => {
  const app = await testApp();
  const { db } = app.platform;

  it.each([
    ['limpieza del río', 'limpieza del rio'],
    ["a & b | !c <-> 'd' :*", 'a b c d'],
    ['%_\\ ¡! “” #', ''],
    ['uno dos uno', 'uno dos'],
    ['COVID-19', 'covid 19'],
    ['Calle 5 #4-32', 'calle 5 4 32'],
    ['ana@example.org', 'ana example org'],
    ['Kwe’sx kwe`sx KWE´SX kweʼsx', 'kwesx'],
    ["'minga'", 'minga'],
    ['\u202a¡Re\u200bforestemos!\u202c', 'reforestemos'],
    ['Re\u0301quiem', 'requiem'],
    ['ﬁesta del ﬂuir', 'fiesta del fluir'],
    ['ΟΔΌΣ Οδός', 'οδοσ'],
    ['МОСКВА Москва', 'москва'],
    ['李明 ٣٤', '李明 ٣٤'],
    ['Straße STRASSE', 'strasse'],
    ['𝓜𝓲𝓷𝓰𝓪 Ｍｉｎｇａ', 'minga'],
  ])('%s is searched by the words %j', async (typed, words) =>
    expect((await searchedWords(db, typed)).join(' ')).toBe(words),
  );

  const letters = [
    ...'abcdeéfghijklmnñoópqrstuúüvwxyz',
    ...'АБВабвёй',
    ...'ΑΒαβάς',
    ...'李明王',
    ...'שלום',
    ...'0123456789',
    ...'ßøæł',
  ];
  const word = fc
    .string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 8 })
    .filter(text => /\p{L}/u.test(text));
  const between = fc.constantFrom(
    ' ',
    ' ',
    '-',
    ', ',
    ' #',
    '/',
    ' (',
    '… ',
    '’',
    "'",
    '–',
    ' & ',
    '.',
    ': ',
    '@',
    '+',
    '_',
    '=',
  );
  const title = fc
    .tuple(
      word,
      fc.array(fc.tuple(between, word), { maxLength: 4 }),
      fc.constantFrom('', '!', '.', '?', '”', ' 19'),
    )
    .map(([first, others, end]) => `${first}${others.flat().join('')}${end}`);
  const TITLES = [
    ...[
      '¡Reforestemos!',
      '“Tejedoras”',
      'COVID-19',
      'Calle 5 #4-32',
      'Kwe’sx Üus',
      'Minga 24/7',
      'e-mail: ana@example.org',
    ],
    ...fc.sample(title, { numRuns: 45, seed: 42 }),
  ];

  const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
  const searchesFor = (text: string): string[] => [
    ...[text, withoutAccents(text), text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')],
    ...[`“${text}”`, `¡${text}!`, `${text}…`, text.replaceAll(' ', '\u00a0')],
    ...[text.replace(/(?<=[\p{L}\p{N}])['’](?=[\p{L}\p{N}])/gu, ''), text.replaceAll('’', "'")],
    ...(text.match(/[\p{L}\p{N}]+/gu) ?? []),
  ];

  it('an activity is found by its own title, however a keyboard writes it, and by each of its words', async () => {
    for (const each of TITLES) await anActivity(db, { title: each, description: '' });
    const missed: string[] = [];
    for (const each of TITLES)
      for (const q of new Set(searchesFor(each))) {
        const reply = await app.inject({ url: '/api/tasks/search', query: { q, limit: '100' } });
        expect(reply.statusCode, q).toBe(200);
        const found: string[] = reply.json().map((one: { title: string }) => one.title);
        if (!found.includes(each)) missed.push(`${JSON.stringify(each)} by ${JSON.stringify(q)}`);
      }
    expect(missed).toEqual([]);
  });

  it('feeds and the lists of the administration find the same titles', async () => {
    const { headers } = await signedIn(db, { role: 'admin' });
    const missed: string[] = [];
    for (const each of TITLES) {
      const feed = await app.inject({ url: '/actividades.json', query: { q: `¡${each.toUpperCase()}!` } });
      const listed = await app.inject({
        url: '/api/admin-panel/activities',
        query: { search: each },
        headers,
      });
      const titles = [feed.json().items, listed.json()].map((rows: { title: string }[]) =>
        rows.some(({ title }) => title.includes(each)),
      );
      if (titles.includes(false)) missed.push(`${JSON.stringify(each)}: ${titles.join(', ')}`);
    }
    expect(missed).toEqual([]);
  });

  it('places, collectives and accounts are found by the same words', async () => {
    const place = 'Calle 5 #4-32, «Kwe’sx»';
    const { user, headers } = await signedIn(db);
    await anActivity(db, { title: 'Olla', place, ownerId: user.id });
    await aCollective(db, { name: '¡Tejedoras del Kwe’sx!' });
    await aUser(db, { username: 'José O’Brien-Díaz' });
    const { headers: admin } = await signedIn(db, { role: 'admin' });
    const count = async (url: string, q: string, name: string, as: Record<string, string>) =>
      (await app.inject({ url, query: { [name]: q }, headers: as })).json().length;
    for (const q of ['calle 5 4 32', 'CALLE 5 #4-32', 'kwesx', 'sx', '“Kwe’sx”'])
      expect([
        q,
        await count('/api/places', q, 'q', headers),
        await count('/api/tasks/search', q, 'place', headers),
      ]).toEqual([q, 1, 1]);
    for (const q of ['tejedoras', '¡TEJEDORAS', 'kwesx', 'kwe’sx'])
      expect([q, await count('/api/collectives', q, 'search', headers)]).toEqual([q, 1]);
    for (const q of ['jose obrien', 'O’BRIEN', 'o’brien-díaz', 'díaz'])
      expect([q, await count('/api/admin-panel/users', q, 'search', admin)]).toEqual([q, 1]);
    expect(await count('/api/places', '%', 'q', headers)).toBe(0);
  });

  it('every activity is found by the name of its organiser as the pages show it, also after a change of it', async () => {
    const owner = await aUser(db, { username: 'Yamile Chocué' });
    const collective = await aCollective(db, { name: 'Guardianas del Páramo', ownerId: owner.id });
    const plain = { ownerId: owner.id, description: '', place: '', responsible: [] };
    await anActivity(db, { ...plain, title: 'Telar' });
    await anActivity(db, { ...plain, title: 'Vivero', collectiveId: collective.id });
    await anActivity(db, { ...plain, title: 'Sendero', collectiveId: collective.id, responsible: ['Elvia'] });
    const of = eq(collectives.id, collective.id);
    const found = async (q: string) =>
      (await app.inject({ url: '/api/tasks/search', query: { q, orden: 'fecha' } }))
        .json()
        .map(({ title }: { title: string }) => title)
        .sort();
    expect(await found('guardianas del paramo')).toEqual(['Sendero', 'Vivero']);
    expect(await found('guardianas vivero')).toEqual(['Vivero']);
    expect(await found('gaurdianas')).toEqual(['Sendero', 'Vivero']);
    // The pages of a collective's activity do not name the author.
    expect(await found('chocue')).toEqual(['Telar']);
    await db.update(collectives).set({ name: 'Semilleras' }).where(of);
    expect([await found('guardianas'), await found('semilleras')]).toEqual([[], ['Sendero', 'Vivero']]);
    await db.update(users).set({ username: 'Yamile Tunubalá' }).where(eq(users.id, owner.id));
    expect([await found('chocue'), await found('tunubala')]).toEqual([[], ['Telar']]);
    await db.update(collectives).set({ status: 'inactive' }).where(of);
    expect([await found('semilleras'), await found('tunubala')]).toEqual([
      [],
      ['Sendero', 'Telar', 'Vivero'],
    ]);
    await db.update(collectives).set({ status: 'active' }).where(of);
    await db.update(activities).set({ collectiveId: null }).where(eq(activities.title, 'Vivero'));
    expect([await found('semilleras'), await found('tunubala')]).toEqual([['Sendero'], ['Telar', 'Vivero']]);
  });

  it('finds the words of directions, except those to a private location', async () => {
    const { id } = await anActivity(db, {
      title: 'Tejido',
      directions: 'Frente al centro comercial Campanario',
    });
    const found = async () => (await app.inject('/api/tasks/search?q=campanario')).json().length;
    expect(await found()).toBe(1);
    await db.update(activities).set({ isLocationPrivate: true }).where(eq(activities.id, id));
    expect(await found()).toBe(0);
    await db.update(activities).set({ isLocationPrivate: false }).where(eq(activities.id, id));
    expect(await found()).toBe(1);
    await db.update(activities).set({ directions: 'Por la galería' }).where(eq(activities.id, id));
    expect(await found()).toBe(0);
  });

  it('words of before a change of the rule are rewritten in batches, each row once, until the process stops', async () => {
    await db.delete(activities);
    const ids: string[] = [];
    for (let n = 0; n < 250; n += 1) ids.push((await anActivity(db, { title: `Olla ${n}-B` })).id);
    await db.update(activities).set({ searchWords: '' });
    await db.insert(searchRebuilds).values({ after: '00000000-0000-0000-0000-000000000000' });
    const found = async () => Number((await app.inject('/api/tasks/search?q=olla')).headers['x-total-count']);
    expect(await found()).toBe(0);
    const [poll, other] = [searchRebuild({ db }), searchRebuild({ db })];
    const { signal } = new AbortController();
    await poll(AbortSignal.abort());
    expect(await found()).toBe(0);
    await Promise.all([poll(signal), other(signal)]);
    expect(await found()).toBe(250);
    expect(await db.$count(searchRebuilds)).toBe(0);
    await poll(signal);
    expect(await found()).toBe(250);
  });
});

describe('search vocabulary', async () => {
  const app = await testApp();
  const prior = await testApp({ MODERATION: 'prior' });
  const { db } = app.platform;

  /** Returns the titles that a misspelt search finds. */
  async function find(q: string, headers: Record<string, string> = {}, target = app): Promise<string[]> {
    const reply = await target.inject({ url: '/api/tasks/search', query: { q }, headers });
    return reply.json().map((activity: { title: string }) => activity.title);
  }
  const words = async (word: string) =>
    (await db.select().from(searchVocabulary).where(eq(searchVocabulary.word, word))).map(
      ({ status }) => status,
    );

  beforeEach(async () => void (await db.delete(activities)));

  it('a word of a rejected activity corrects no search, except that of an admin', async () => {
    await anActivity(db, { title: 'Chocolate', description: '' });
    // This word is more similar to the typed one than 'chocolate'.
    const { id } = await anActivity(db, { title: 'Chacolate', description: '' });
    expect(await find('chacolatee')).toEqual(['Chacolate']);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'Spam' })
      .where(eq(activities.id, id));
    expect(await find('chacolatee')).toEqual(['Chocolate']);
    const { headers } = await signedIn(db, { role: 'admin' });
    const url = '/api/admin-panel/activities?search=chacolatee';
    expect((await app.inject({ url, headers })).json()).toMatchObject([{ title: 'Chacolate' }]);
  });

  it('an owner finds an own rejected activity by its exact word', async () => {
    await anActivity(db, { title: 'Chocolate', description: '' });
    const { user, headers } = await signedIn(db);
    await anActivity(db, {
      title: 'Chacolate',
      ownerId: user.id,
      status: 'rejected',
      rejectionReason: 'Spam',
    });
    expect(await find('chacolate', headers)).toContain('Chacolate');
    expect(await find('chacolate')).toEqual(['Chocolate']);
  });

  it('a pending activity corrects no search under prior moderation', async () => {
    await anActivity(prior.platform.db, { title: 'Chocolate', status: 'approved' });
    await anActivity(prior.platform.db, { title: 'Chacolate', status: 'pending' });
    expect(await find('chacolatee', {}, prior)).toEqual(['Chocolate']);
  });

  it('words that no activity has any more are removed after a deletion and after an edit', async () => {
    const { id } = await anActivity(db, { title: 'Zarzuela compartida', description: 'Mochila' });
    await anActivity(db, { title: 'Compartida', description: '' });
    expect(await words('zarzuela')).toEqual(['pending']);
    await db.update(activities).set({ description: 'Canasta' }).where(eq(activities.id, id));
    expect([await words('mochila'), await words('canasta')]).toEqual([[], ['pending']]);
    await db.delete(activities).where(eq(activities.id, id));
    expect(await words('zarzuela')).toEqual([]);
    expect(await words('canasta')).toEqual([]);
    expect(await words('compartida')).toEqual(['pending']);
  });

  it('concurrent deletions and publications of the same words do not deadlock', async () => {
    const doomed = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        anActivity(db, { title: `Olla común ${index}`, description: 'Papa yuca maíz' }),
      ),
    );
    await Promise.all(
      doomed.flatMap(({ id }, index) => [
        db.delete(activities).where(eq(activities.id, id)),
        anActivity(db, { title: `Olla nueva ${index}`, description: 'Maíz yuca papa' }),
      ]),
    );
    expect(await db.$count(activities)).toBe(20);
  });
});

describe('shared search', async () => {
  // Accounts that organise nothing share one cached response. Each organiser gets a response of its own.

  const app = await testApp();
  // The call starts the listener, without which nothing is cached.
  await app.startJobs();
  const { db } = app.platform;
  const inDays = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
  type Headers = Record<string, string>;

  const search = async (headers: Headers, query: Record<string, string> = {}) =>
    (await app.inject({ url: '/api/tasks/search', query, headers })).json();

  const other = await anActivity(db, { title: 'Siembra', date: inDays(1) });

  /** Renames the activity without the notification that clears the cache. */
  const rename = (title: string) =>
    db.transaction(async tx => {
      await tx.execute(sql`alter table ${activities} disable trigger activities_public_change`);
      await tx.update(activities).set({ title }).where(eq(activities.id, other.id));
      await tx.execute(sql`alter table ${activities} enable trigger activities_public_change`);
    });

  it('is read once for all accounts that organise nothing, and apart from that of visitors', async () => {
    const [one, two] = [await signedIn(db), await signedIn(db)];
    const isShared = async () => {
      const [first] = await search(one.headers);
      expect(first).toMatchObject({ _id: other.id, isOwner: false, user: { email: expect.any(String) } });
      await rename(`${first.title}.`);
      const [second] = await search(two.headers);
      return second.title === first.title;
    };
    // Notifications of the rows above may still arrive.
    await expect.poll(isShared).toBe(true);
    const [visited] = await search({});
    expect(visited.user).not.toHaveProperty('email');
  });

  it('is an organiser’s own, with the first activity and the first role', async () => {
    const { user, headers } = await signedIn(db);
    expect(await search(headers, { q: 'taller' })).toEqual([]);
    await anActivity(db, {
      title: 'Taller',
      date: inDays(2),
      ownerId: user.id,
      status: 'rejected',
      rejectionReason: 'No',
    });
    expect(await search(headers, { q: 'taller' })).toMatchObject([{ title: 'Taller', isOwner: true }]);
    expect(await search((await signedIn(db)).headers, { q: 'taller' })).toEqual([]);

    const member = await signedIn(db);
    const { id: collectiveId } = await aCollective(db);
    await anActivity(db, { title: 'Ronda', date: inDays(3), collectiveId });
    expect(await search(member.headers, { q: 'ronda' })).toMatchObject([{ canManage: false }]);
    await aMember(db, { teamId: collectiveId, userId: member.user.id, role: 'organizer' });
    expect(await search(member.headers, { q: 'ronda' })).toMatchObject([{ canManage: true }]);
  });
});
