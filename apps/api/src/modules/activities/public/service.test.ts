import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../../test/database.ts';
import { anActivity, anOccurrence, aUser, signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf } from '../../../../test/requests.ts';
import { users } from '../../accounts/schema.ts';
import { activities } from '../schema.ts';

describe('public response', async () => {
  // The test runs two processes with listeners on one database, and one without a listener.
  const database = await testDatabase();
  const first = await testApp({}, database);
  const second = await testApp({}, database);
  const withoutListener = await testApp({}, database);
  const { db } = first.platform;
  await first.startJobs();
  await second.startJobs();

  const list = async (app = first, headers: Record<string, string> = {}) =>
    app.inject({ url: '/api/tasks/others', headers });
  const titles = async (app = first) => (await list(app)).json().map((row: { title: string }) => row.title);

  describe('a public response', () => {
    it('is cached, and dropped in every process when public data changes', async () => {
      const { id, ownerId } = await anActivity(db, { title: 'Siembra' });
      for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra']);
      const added = await anActivity(db, { title: 'Olla' });
      for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra', 'Olla']);
      await db.delete(activities).where(eq(activities.id, added.id));
      for (const app of [first, second]) await expect.poll(() => titles(app)).toEqual(['Siembra']);
      await db.update(users).set({ username: 'Otro nombre' }).where(eq(users.id, ownerId));
      const organiser = async () => (await first.inject(`/api/tasks/${id}`)).json().user.username;
      await expect.poll(organiser).toBe('Otro nombre');
    });

    it('is cached without further queries', async () => {
      let replies: Awaited<ReturnType<typeof list>>[] = [];
      const twenty = async () => {
        replies = await concurrently(20, () => list());
      };
      await expect.poll(() => queriesOf(database.connection, twenty)).toBe(0);
      expect(new Set(replies.map(reply => reply.body)).size).toBe(1);
      expect(replies[0]?.headers).toMatchObject({
        'x-total-count': '1',
        'content-type': 'application/json; charset=utf-8',
      });
    });

    it('returns 304 for its ETag', async () => {
      const { headers } = await list();
      const again = await list(first, { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(headers['cache-control']).toBe('private, no-cache');
    });

    it('is not sent to a session', async () => {
      const { headers, user } = await signedIn(db);
      const [activity] = (await list(first, headers)).json();
      expect(activity.user.email).toContain('@');
      expect((await list()).json()[0].user.email).toBeUndefined();
      expect((await list(first, headers)).headers['cache-control']).toBe('no-store');
      await anActivity(db, { ownerId: user.id, title: 'Mía', status: 'rejected', rejectionReason: 'No' });
      expect((await first.inject({ url: '/api/tasks/search?q=mia', headers })).json()).toHaveLength(1);
      expect((await first.inject('/api/tasks/search?q=mia')).json()).toEqual([]);
    });

    it('expires, so that past activities disappear', async () => {
      const date = new Date(NOON.getTime() + 1000);
      const { id } = await anActivity(db, { title: 'Ya casi', date });
      await expect.poll(() => titles()).toContain('Ya casi');
      first.setNow(new Date(NOON.getTime() + 6000));
      expect(await titles()).not.toContain('Ya casi');
      first.setNow(NOON);
      await db.delete(activities).where(eq(activities.id, id));
      await expect.poll(() => titles()).not.toContain('Ya casi');
    });

    it('is not cached by a process without a listener', async () => {
      const before = (await titles(withoutListener)).length;
      await anActivity(db, { title: 'Recién' });
      expect(await titles(withoutListener)).toHaveLength(before + 1);
    });

    it('is not cached while the listener connection is broken, and cached after it reconnects', async () => {
      await list();
      await db.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'minga-notices' and datname = current_database()`,
      );
      await anActivity(db, { title: 'Sin aviso' });
      await expect.poll(() => titles()).toContain('Sin aviso');
      await anActivity(db, { title: 'De nuevo' });
      await expect.poll(() => titles()).toContain('De nuevo');
    });
  });
});

describe('places', async () => {
  const shared = await testDatabase();
  const app = await testApp({}, shared);
  const prior = await testApp({ MODERATION: 'prior' }, shared);
  const { db } = app.platform;
  const viewer = await signedIn(db);

  const PARK = { latitude: 2.4418, longitude: -76.6063 };
  const GATE = { latitude: 2.442, longitude: -76.607 };

  const proposed = async (q: string, on = app) => {
    const reply = await on.inject({ url: '/api/places', query: { q }, headers: viewer.headers });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  const names = async (q: string, on = app) =>
    (await proposed(q, on)).map(({ place }: { place: string }) => place);

  beforeEach(async () => {
    await db.delete(activities);
  });

  // docs/rules.md R16.5
  describe('GET /places', () => {
    it('finds places of two authors by the beginning of a word, the most used first, as they are mostly written', async () => {
      for (const place of ['Parque Caldas', 'Parque Caldas', 'parque  caldas', 'PARQUE CALDAS'])
        await anActivity(db, { place: place.replace('  ', ' ') });
      for (let count = 0; count < 2; count += 1) await anActivity(db, { place: 'Café La Caldera' });
      await anActivity(db, { place: 'Salón de una sola persona, calle 5' });
      expect(await names('cal')).toEqual(['Parque Caldas', 'Café La Caldera']);
      expect(await names('CAFÉ la')).toEqual(['Café La Caldera']);
      expect(await names('Cafe')).toEqual(['Café La Caldera']);
      expect(await names('')).toEqual(['Parque Caldas', 'Café La Caldera']);
      for (const q of ['aldas', '%', '_', '\\', 'cald_s', 'café caldera']) expect(await names(q)).toEqual([]);
    });

    it('gives each its commonest location, or null', async () => {
      await anActivity(db, { place: 'Parque Caldas', ...GATE });
      for (let count = 0; count < 2; count += 1) await anActivity(db, { place: 'parque caldas', ...PARK });
      await anActivity(db, { place: 'Parque de la Salud' });
      await anActivity(db, { place: 'Parque de la Salud' });
      expect(await proposed('parque')).toEqual([
        { place: 'parque caldas', location: PARK },
        { place: 'Parque de la Salud', location: null },
      ]);
    });

    it('never uses private locations, not even own ones', async () => {
      const { id: ownerId } = viewer.user;
      for (const values of [{}, {}, { ownerId }])
        await anActivity(db, { place: 'Casa de Luz', ...PARK, isLocationPrivate: true, ...values });
      expect(await names('casa')).toEqual([]);
      await anActivity(db, { place: 'Casa de Luz', ...GATE });
      await anActivity(db, { place: 'Casa de Luz' });
      expect(await proposed('casa')).toEqual([{ place: 'Casa de Luz', location: GATE }]);
    });

    it('of hidden activities only uses own ones, and of a single other author nothing', async () => {
      const { id: ownerId } = viewer.user;
      const { id: stranger } = await aUser(db);
      const hidden = { status: 'pending' } as const;
      await anActivity(db, { place: 'Cancha', ...PARK, ...hidden, ownerId });
      await anActivity(db, { place: 'Cancha', ...GATE, status: 'approved', ownerId: stranger });
      await anActivity(db, { place: 'Cancha', ...GATE, status: 'approved', ownerId: stranger });
      await anActivity(db, { place: 'Cancha vieja', ...hidden });
      await anActivity(db, { place: 'Cancha vieja', status: 'approved' });
      expect(await proposed('cancha', prior)).toEqual([{ place: 'Cancha', location: PARK }]);
    });

    it('counts a series once, and returns ten', async () => {
      const { id: ownerId } = viewer.user;
      const { seriesId } = await anOccurrence(db, { place: 'Zona verde', ownerId });
      for (const seriesIndex of [2, 3, 4])
        await anActivity(db, { place: 'Zona verde', ownerId, seriesId, seriesIndex });
      for (const number of [1, 2])
        await anActivity(db, { place: 'Zona azul', ownerId, title: `Tinto ${number}` });
      expect(await names('zona')).toEqual(['Zona azul', 'Zona verde']);
      for (let number = 10; number < 25; number += 1)
        await anActivity(db, { place: `Zona ${number}`, ownerId });
      expect(await names('zona')).toHaveLength(10);
    });

    it('requires a session and a place of at most 40 characters', async () => {
      expect((await app.inject({ url: '/api/places?q=a' })).statusCode).toBe(401);
      const reply = await app.inject({ url: `/api/places?q=${'a'.repeat(41)}`, headers: viewer.headers });
      expect(errorOf(reply)).toMatchObject({
        status: 400,
        message: ['El lugar tiene como máximo 40 caracteres'],
      });
    });
  });

  it('uses the newest of many', async () => {
    app.setNow(NOON);
    await db.insert(activities).values(
      Array.from({ length: 2_001 }, (_empty, index) => ({
        ownerId: viewer.user.id,
        title: 'Minga',
        description: '',
        responsible: [],
        date: NOON,
        place: index === 0 ? 'Loma vieja' : 'Loma nueva',
        createdAt: new Date(NOON.getTime() + index),
        updatedAt: NOON,
      })),
    );
    expect(await names('loma')).toEqual(['Loma nueva']);
  });
});
