import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, aSavedSearch, aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { activities } from '../activities/schema.ts';
import { collectiveFollowers } from '../collectives/schema.ts';
import { savedSearches } from '../saved-searches/schema.ts';
import { pollFollowers } from './follower-service.ts';
import { notifications } from './schema.ts';

const shared = await testDatabase();
const [app, second] = [await testApp({}, shared), await testApp({}, shared)];
const prior = await testApp({ MODERATION: 'prior' }, shared);
const { db } = app.platform;
type Headers = Record<string, string>;
const owner = await signedIn(db);
const fields = { title: 'Limpieza del río', date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' };
/** 08:00 in Popayán of the day after NOON. */
const MORNING = new Date('2026-11-22T13:00:00.000Z');

const setNow = (now: Date) => {
  for (const each of [app, second, prior]) each.setNow(now);
};
beforeEach(async () => {
  setNow(NOON);
  await db.delete(savedSearches);
});

const publish = async (payload: object = {}, headers: Headers = owner.headers, on = app) => {
  const reply = await on.inject({
    method: 'POST',
    url: '/api/tasks',
    headers,
    payload: { ...fields, ...payload },
  });
  expect(reply.statusCode).toBe(201);
  return reply.json()._id as string;
};
const save = async (filters: object, mail = 'diario', person?: Awaited<ReturnType<typeof signedIn>>) => {
  const { user, headers } = person ?? (await signedIn(db));
  const reply = await app.inject({
    method: 'POST',
    url: '/api/saved-searches',
    headers,
    payload: { filters, mail },
  });
  expect(reply.statusCode).toBe(201);
  return { ...user, headers, searchId: reply.json()._id as string };
};
const told = (userId: string, taskId: string) =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.taskId, taskId)));
const mailsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

const collective = await aCollective(db, { ownerId: owner.user.id, name: 'Guardianas' });
const { id: collectiveId } = collective;
const held = await aCollective(db, { ownerId: owner.user.id, status: 'held' });
const here = { latitude: 2.4418, longitude: -76.6063 };

describe('a new activity', () => {
  it.each([
    [{ q: 'rio' }, {}, true],
    [{ q: 'limpie RÍO' }, {}, true],
    [{ q: 'limpiezza' }, {}, false],
    [{ q: 'río mar' }, {}, false],
    [{ place: 'caldas' }, {}, true],
    [{ place: 'río' }, {}, false],
    [{ q: 'río', place: 'par' }, {}, true],
    [{ categoria: 'ambiente' }, { category: 'ambiente' }, true],
    [{ categoria: 'ambiente' }, { category: 'salud' }, false],
    [{ categoria: 'ambiente' }, {}, false],
    [{ q: 'río', categoria: 'salud' }, { category: 'ambiente' }, false],
    [{ etiqueta: 'aves' }, { tags: ['agua', 'Aves'] }, true],
    [{ etiqueta: 'ave' }, { tags: ['aves'] }, false],
    [{ colectivo: collective.slug }, { collectiveId }, true],
    [{ colectivo: collective.slug }, {}, false],
    [{ cerca: '2.45,-76.6', radio: '5' }, { location: here }, true],
    [{ cerca: '2.55,-76.6', radio: '5' }, { location: here }, false],
    [{ cerca: '2.45,-76.6', radio: '5' }, { location: here, isLocationPrivate: true }, false],
    [{ cerca: '2.45,-76.6', radio: '5' }, {}, false],
    [{ cupos: 'libres' }, { capacity: 3 }, true],
    [{ q: 'río' }, { collectiveId: held.id }, true],
  ])('for the search %j with %j: told %s', async (filters, payload, isTold) => {
    const reader = await save(filters);
    const taskId = await publish(payload);
    await pollFollowers(app.platform);
    expect(await told(reader.id, taskId)).toBe(isTold ? 1 : 0);
  });

  it('is told in the bell at once, and by e-mail at once, once a day or never, naming the search', async () => {
    const filters = { q: 'río', categoria: 'ambiente' };
    const [ana, luis, rosa] = [
      await save(filters, 'inmediato'),
      await save(filters, 'diario'),
      await save(filters, 'nunca'),
    ];
    const taskId = await publish({ category: 'ambiente' });
    await pollFollowers(app.platform);
    for (const { id } of [ana, luis, rosa])
      expect(await db.select().from(notifications).where(eq(notifications.userId, id))).toMatchObject([
        {
          ...{ type: 'publication', taskId, title: 'Actividad nueva que buscabas' },
          message: expect.stringMatching(
            /^«Limpieza del río», .+, en Parque Caldas\. Buscabas «río» · Ambiente\.$/,
          ),
        },
      ]);
    expect(await mailsTo(ana.email)).toEqual(['Actividad nueva que buscabas: Limpieza del río']);
    expect((await emailsTo(db, ana.email))[0]?.text).toContain('«río» · Ambiente');
    setNow(MORNING);
    await pollFollowers(app.platform);
    await pollFollowers(app.platform);
    expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([
      ['Una actividad nueva que buscabas'],
      [],
    ]);
    expect(await mailsTo(ana.email)).toHaveLength(1);
  });

  it('is told once to a follower with two matching searches, by the most frequent e-mail, and in one digest', async () => {
    const reader = await save({ q: 'río' });
    await save(
      { q: 'minga' },
      'inmediato',
      reader.headers && { user: reader, token: '', headers: reader.headers },
    );
    await save({ place: 'caldas' }, 'nunca', { user: reader, token: '', headers: reader.headers });
    await db
      .insert(collectiveFollowers)
      .values({ collectiveId, userId: reader.id, mail: 'diario', createdAt: NOON });
    const [both, followed, sought] = [
      await publish({ collectiveId, title: 'Río y colectivo' }),
      await publish({ collectiveId, title: 'Del colectivo', place: '' }),
      await publish({ title: 'Otro río' }),
    ];
    const loud = await publish({ collectiveId, title: 'Minga de río' });
    await pollFollowers(app.platform);
    for (const id of [both, followed, sought, loud]) expect(await told(reader.id, id)).toBe(1);
    expect(await mailsTo(reader.email)).toEqual(['Actividad nueva que buscabas: Minga de río']);
    setNow(MORNING);
    await pollFollowers(app.platform);
    const [, digest, ...others] = await emailsTo(db, reader.email);
    expect(others).toEqual([]);
    expect(digest?.subject).toBe('3 actividades nuevas de lo que sigues y lo que buscas');
    expect(digest?.text).toContain('de Guardianas y de tu búsqueda «río»');
    const token = /dejar-correos\?token=(\S+)/.exec(digest?.text ?? '')?.[1];
    const ended = await app.inject({ method: 'POST', url: '/api/notifications/baja', payload: { token } });
    expect(ended.json()).toEqual({ kind: 'follow', hasAccount: true });
    const later = await publish({ title: 'Minga de lluvia' });
    await pollFollowers(app.platform);
    expect([await told(reader.id, later), (await mailsTo(reader.email)).length]).toEqual([1, 2]);
  });

  it('is no news for its author, deactivated accounts and searches saved later; a removed search sends no digest', async () => {
    await save({ q: 'río' }, 'inmediato', owner);
    const inactive = await aUser(db, { isActive: false });
    const [later, removed] = [await signedIn(db), await save({ q: 'río' })];
    await aSavedSearch(db, { userId: inactive.id, category: 'ambiente' });
    await aSavedSearch(db, { userId: later.user.id, createdAt: new Date(NOON.getTime() + 1) });
    const taskId = await publish({ category: 'ambiente' });
    await pollFollowers(app.platform);
    for (const { id } of [owner.user, inactive, later.user]) expect(await told(id, taskId)).toBe(0);
    expect(await told(removed.id, taskId)).toBe(1);
    const url = `/api/saved-searches/${removed.searchId}`;
    await app.inject({ method: 'DELETE', url, headers: removed.headers });
    setNow(MORNING);
    await pollFollowers(app.platform);
    expect(await mailsTo(removed.email)).toEqual([]);
  });

  it('that repeats is told once', async () => {
    const reader = await save({ q: 'río' });
    await publish({ repeat: { frequency: 'weekly', interval: 1, count: 4 } });
    await pollFollowers(app.platform);
    expect(await db.$count(notifications, eq(notifications.userId, reader.id))).toBe(1);
  });

  it('reaches each of 250 searches once, by two processes of which one is stopped between batches', async () => {
    const readers = await Promise.all(Array.from({ length: 250 }, () => aUser(db)));
    for (const { id: userId } of readers) {
      await aSavedSearch(db, { userId, mail: 'nunca' });
      await aSavedSearch(db, { userId, category: null, tag: 'aves', mail: 'nunca' });
    }
    const taskId = await publish({ category: 'ambiente', tags: ['aves'] });
    const stopping = new AbortController();
    const first = pollFollowers(app.platform, stopping.signal);
    stopping.abort();
    await Promise.all([first, pollFollowers(second.platform), pollFollowers(second.platform)]);
    await pollFollowers(app.platform);
    const counts = await Promise.all(readers.map(({ id }) => told(id, taskId)));
    expect(new Set(counts)).toEqual(new Set([1]));
  });
});

it('is told with the first approval that is not undone, also without a collective', async () => {
  const admin = await signedIn(db, { role: 'admin' });
  const reader = await save({ q: 'río' });
  const taskId = await publish({}, owner.headers, prior);
  const decide = (what: string) =>
    prior.inject({
      method: 'PATCH',
      url: `/api/admin-panel/activities/${taskId}/${what}`,
      headers: admin.headers,
    });
  const poll = async (seconds: number) => {
    setNow(new Date(NOON.getTime() + seconds * 1000));
    await pollFollowers(prior.platform);
    return told(reader.id, taskId);
  };
  expect(await poll(0)).toBe(0);
  await decide('approve');
  expect((await decide('undo-approval')).statusCode).toBe(200);
  expect(await poll(60)).toBe(0);
  await decide('approve');
  expect(await poll(120)).toBe(1);
  const [row] = await db.select().from(activities).where(eq(activities.id, taskId));
  expect(row?.status).toBe('approved');
});
