import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApps } from '../../../../test/app.ts';
import { bellOf, bellsAbout } from '../../../../test/bell.ts';
import { aCollective, anActivity, aSavedSearch, aUser, signedIn } from '../../../../test/factories.ts';
import { senderTo } from '../../../../test/requests.ts';
import { emailsTo, subjectsTo, WHEN } from '../../../../test/sent-emails.ts';
import { processDue } from '../../../platform/due-work/due-work.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { activities } from '../../activities/schema.ts';
import { collectiveFollowers } from '../../collectives/schema.ts';
import { savedSearches } from '../../saved-searches/schema.ts';
import { followDigestDueAt } from '../rules.ts';
import { followDigests, notifications } from '../schema.ts';
import { followerDigests, followerNews } from './service.ts';

const {
  apps: [app, second, prior],
  db,
  setNow,
} = await testApps({}, {}, { MODERATION: 'prior' });
type Headers = Record<string, string>;
const send = senderTo(app);
/** 08:00 in Popayán of the day after NOON. */
const MORNING = new Date('2026-11-22T13:00:00.000Z');
const after = (ms: number) => new Date(NOON.getTime() + ms);

/** Publishes an activity in the Parque Caldas and returns its id. */
async function published(headers: Headers, payload: object, on = app): Promise<string> {
  const fields = { date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' };
  const reply = await senderTo(on)('POST', '/tasks', { ...fields, ...payload }, headers);
  expect(reply.statusCode).toBe(201);
  return reply.json()._id;
}
const told = (userId: string, taskId: string) => bellsAbout(db, userId, taskId);
const mailsTo = (email: string) => subjectsTo(db, email);

beforeEach(() => setNow(NOON));

describe('followers', () => {
  type Mail = 'inmediato' | 'diario' | 'nunca';
  const fields = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' };

  const follow = async (
    collectiveId: string,
    mail: Mail,
    values: Parameters<typeof aUser>[1] = {},
    createdAt = NOON,
  ) => {
    const user = await aUser(db, values);
    await db.insert(collectiveFollowers).values({ collectiveId, userId: user.id, mail, createdAt });
    return user;
  };
  const publish = (headers: Headers, payload: object = {}, on = app) =>
    published(headers, { title: 'Siembra', ...payload }, on);

  async function organised() {
    const owner = await signedIn(db);
    const collective = await aCollective(db, { ownerId: owner.user.id });
    return { ...collective, headers: owner.headers, user: owner.user };
  }

  it.each([
    ['2026-11-21T17:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22T12:59:59.999Z', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22T13:00:00.000Z', '2026-11-23T13:00:00.000Z'],
  ])('what is new at %s is in the digest of %s', (now, due) => {
    expect(followDigestDueAt(new Date(now), 'America/Bogota').toISOString()).toBe(due);
  });

  describe('a new activity of a collective', () => {
    it('is told in the bell at once, and by e-mail at once, once a day or never', async () => {
      const { id, name, headers } = await organised();
      const [ana, luis, rosa] = [
        await follow(id, 'inmediato'),
        await follow(id, 'diario'),
        await follow(id, 'nunca'),
      ];
      const taskId = await publish(headers, { collectiveId: id });
      await processDue(app.platform, [followerNews, followerDigests]);
      for (const { id: userId } of [ana, luis, rosa])
        expect(await bellOf(db, userId)).toMatchObject([
          {
            type: 'publication',
            taskId,
            title: `Actividad nueva de ${name}`,
            message: expect.stringMatching(
              /^«Siembra», sábado, 5 de diciembre de 2026, .+, en Parque Caldas\.$/,
            ),
          },
        ]);
      expect(await mailsTo(ana.email)).toEqual([`${name}: Siembra${WHEN}`]);
      expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([[], []]);
      setNow(MORNING);
      await processDue(app.platform, [followerNews, followerDigests]);
      expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([
        [`${name}: Siembra${WHEN}`],
        [],
      ]);
      await processDue(app.platform, [followerNews, followerDigests]);
      expect([(await mailsTo(ana.email)).length, (await mailsTo(luis.email)).length]).toEqual([1, 1]);
      expect(
        await db
          .select()
          .from(dueWork)
          .where(inArray(dueWork.kind, ['news', 'newsDigests'])),
      ).toEqual([]);
    });

    it('is one digest with those of other collectives, without what was cancelled since', async () => {
      const [one, two] = [await organised(), await organised()];
      const reader = await follow(one.id, 'diario');
      await db
        .insert(collectiveFollowers)
        .values({ collectiveId: two.id, userId: reader.id, mail: 'diario', createdAt: NOON });
      await publish(one.headers, { title: 'Uno', collectiveId: one.id });
      await publish(two.headers, { title: 'Dos', collectiveId: two.id, date: '2026-12-01T14:00:00.000Z' });
      const gone = await publish(two.headers, { title: 'Tres', collectiveId: two.id });
      await processDue(app.platform, [followerNews, followerDigests]);
      await app.inject({ method: 'DELETE', url: `/api/tasks/${gone}`, headers: two.headers });
      setNow(MORNING);
      await processDue(app.platform, [followerNews, followerDigests]);
      const [email] = await emailsTo(db, reader.email);
      expect(email?.subject).toBe('2 actividades nuevas de colectivos que sigues');
      expect(email?.text.indexOf('Dos')).toBeLessThan(email?.text.indexOf('Uno') ?? 0);
      expect(email?.text).not.toContain('Tres');
      const token = /dejar-correos\?token=(\S+)/.exec(email?.text ?? '')?.[1];
      const ended = await app.inject({ method: 'POST', url: '/api/notifications/baja', payload: { token } });
      expect(ended.json()).toEqual({ kind: 'follow', hasAccount: true });
      await publish(one.headers, { collectiveId: one.id });
      await processDue(app.platform, [followerNews, followerDigests]);
      setNow(after(2 * 24 * 3_600_000));
      await processDue(app.platform, [followerNews, followerDigests]);
      expect(await emailsTo(db, reader.email)).toHaveLength(1);
    });

    it('is no news for its author, deactivated accounts, later followers, nor when it was attached later or lies in a day without one', async () => {
      const { id, headers, user } = await organised();
      await db
        .insert(collectiveFollowers)
        .values({ collectiveId: id, userId: user.id, mail: 'inmediato', createdAt: NOON });
      const [reader, inactive] = [
        await follow(id, 'inmediato'),
        await follow(id, 'inmediato', { isActive: false }),
      ];
      const taskId = await publish(headers, { collectiveId: id });
      const later = await follow(id, 'inmediato', {}, after(1));
      const alone = await publish(headers);
      const edit = { ...fields, collectiveId: id };
      await app.inject({ method: 'PUT', url: `/api/tasks/${alone}`, headers, payload: edit });
      await processDue(app.platform, [followerNews, followerDigests]);
      expect(await told(reader.id, taskId)).toBe(1);
      expect(await told(reader.id, alone)).toBe(0);
      for (const { id: userId, email } of [user, inactive, later])
        expect([await bellOf(db, userId), await mailsTo(email)]).toEqual([[], []]);
    });

    it('that repeats is one piece of news, also when its occurrences are approved one by one', async () => {
      const admin = await signedIn(db, { role: 'admin' });
      const { id, headers } = await organised();
      const reader = await follow(id, 'inmediato');
      const repeat = { frequency: 'weekly', interval: 1, count: 4 };
      const first = await publish(headers, { title: 'Cada sábado', collectiveId: id, repeat });
      await processDue(app.platform, [followerNews, followerDigests]);
      expect([await told(reader.id, first), (await bellOf(db, reader.id)).length]).toEqual([1, 1]);
      const held = await publish(headers, { title: 'Cada martes', collectiveId: id, repeat }, prior);
      const [row] = await db.select().from(activities).where(eq(activities.id, held));
      const all = await db
        .select({ id: activities.id })
        .from(activities)
        .where(eq(activities.seriesId, row?.seriesId ?? ''))
        .orderBy(activities.date);
      expect(all).toHaveLength(4);
      for (const [index, one] of [...all].reverse().entries()) {
        setNow(after(index * 60_000));
        const url = `/api/admin-panel/activities/${one.id}/approve`;
        expect((await prior.inject({ method: 'PATCH', url, headers: admin.headers })).statusCode).toBe(200);
        setNow(after(index * 60_000 + 30_000));
        await processDue(prior.platform, [followerNews, followerDigests]);
      }
      expect((await bellOf(db, reader.id)).length).toBe(2);
      expect(await mailsTo(reader.email)).toHaveLength(2);
    });

    it('is gathered after the third e-mail of an hour, also those of saved searches, and nothing is lost', async () => {
      const { id, headers } = await organised();
      const follower = await follow(id, 'inmediato');
      const searcher = await signedIn(db);
      const search = { filters: { q: 'huerta' }, mail: 'inmediato' };
      const saved = await send('POST', '/saved-searches', search, searcher.headers);
      expect(saved.statusCode).toBe(201);
      const titles = Array.from({ length: 40 }, (_, index) => `Huerta número ${index + 1}.`);
      for (const [index, title] of titles.entries()) {
        setNow(after(index * 1000));
        await publish(headers, { title, collectiveId: id });
        if (index % 10 === 9)
          await Promise.all([
            processDue(app.platform, [followerNews, followerDigests]),
            processDue(second.platform, [followerNews, followerDigests]),
          ]);
      }
      const readers = [follower, searcher.user];
      for (const { email } of readers) expect(await mailsTo(email)).toHaveLength(3);
      setNow(after(3_600_000));
      await processDue(app.platform, [followerNews, followerDigests]);
      for (const { email } of readers) expect(await mailsTo(email)).toHaveLength(3);
      setNow(after(3_600_000 + 9_000));
      await Promise.all([
        processDue(app.platform, [followerNews, followerDigests]),
        processDue(second.platform, [followerNews, followerDigests]),
      ]);
      for (const { email, id: userId } of readers) {
        const mails = await emailsTo(db, email);
        expect(mails).toHaveLength(4);
        expect(mails.map(({ subject }) => subject)).toContainEqual(
          expect.stringMatching(/^37 actividades nuevas/),
        );
        for (const title of titles) expect(mails.some(({ text }) => text.includes(title))).toBe(true);
        expect((await bellOf(db, userId)).length).toBe(40);
      }
      // A single activity in the next hour is gathered too.
      setNow(after(3_600_000 + 40_000));
      const later = async (title: string) => {
        await publish(headers, { title, collectiveId: id });
        await processDue(app.platform, [followerNews, followerDigests]);
        return (await mailsTo(follower.email)).length;
      };
      expect([await later('Uno'), await later('Dos'), await later('Tres')]).toEqual([5, 6, 6]);
    });

    it('reaches each of 350 followers once, by two processes of which one is stopped in the middle', async () => {
      const { id, headers } = await organised();
      const readers = await Promise.all(Array.from({ length: 350 }, () => follow(id, 'inmediato')));
      const taskId = await publish(headers, { collectiveId: id });
      const stopping = new AbortController();
      const first = processDue(app.platform, [followerNews, followerDigests], stopping.signal);
      stopping.abort();
      await Promise.all([
        first,
        processDue(second.platform, [followerNews, followerDigests]),
        processDue(second.platform, [followerNews, followerDigests]),
      ]);
      await processDue(app.platform, [followerNews, followerDigests]);
      const counts = await Promise.all(readers.map(({ id: userId }) => told(userId, taskId)));
      expect(new Set(counts)).toEqual(new Set([1]));
      const mails = await Promise.all(readers.map(({ email }) => mailsTo(email)));
      expect(mails.every(subjects => subjects.length === 1)).toBe(true);
    });
  });

  describe('under prior moderation', () => {
    const decide = (id: string, what: string, headers: Headers, payload: object = {}) =>
      senderTo(prior)('PATCH', `/admin-panel/activities/${id}/${what}`, payload, headers);

    it('followers are told with the first approval that is not undone, once', async () => {
      const admin = await signedIn(db, { role: 'admin' });
      const { id, headers } = await organised();
      const reader = await follow(id, 'inmediato');
      const taskId = await publish(headers, { collectiveId: id }, prior);
      const poll = async (seconds: number) => {
        setNow(after(seconds * 1000));
        await processDue(prior.platform, [followerNews, followerDigests]);
        return told(reader.id, taskId);
      };
      expect(await poll(0)).toBe(0);
      await decide(taskId, 'approve', admin.headers);
      expect(await poll(5)).toBe(0);
      expect((await decide(taskId, 'undo-approval', admin.headers)).statusCode).toBe(200);
      expect(await poll(60)).toBe(0);
      await decide(taskId, 'approve', admin.headers);
      expect(await poll(120)).toBe(1);
      const payload = { ...fields, title: 'Siembra grande' };
      await prior.inject({ method: 'PUT', url: `/api/tasks/${taskId}`, headers, payload });
      expect((await decide(taskId, 'approve', admin.headers)).json().status).toBe('approved');
      expect(await poll(600)).toBe(1);
      expect(await mailsTo(reader.email)).toHaveLength(1);
    });

    it('an activity that is rejected before anybody was told is news when it is approved later', async () => {
      const admin = await signedIn(db, { role: 'admin' });
      const { id, headers } = await organised();
      const reader = await follow(id, 'nunca');
      const taskId = await publish(headers, { collectiveId: id }, prior);
      await decide(taskId, 'approve', admin.headers);
      await decide(taskId, 'reject', admin.headers, { reason: 'Falta', currentStatus: 'approved' });
      setNow(after(60_000));
      await processDue(prior.platform, [followerNews, followerDigests]);
      expect(await told(reader.id, taskId)).toBe(0);
      await prior.inject({ method: 'PUT', url: `/api/tasks/${taskId}`, headers, payload: fields });
      await decide(taskId, 'approve', admin.headers);
      setNow(after(120_000));
      await processDue(prior.platform, [followerNews, followerDigests]);
      expect(await told(reader.id, taskId)).toBe(1);
    });
  });

  it('what an earlier release stored is no news, and a deleted account leaves no digest', async () => {
    const { id, headers } = await organised();
    const reader = await follow(id, 'diario');
    const old = await anActivity(db, { collectiveId: id, publishedAt: NOON });
    await publish(headers, { collectiveId: id });
    await processDue(app.platform, [followerNews, followerDigests]);
    expect(await told(reader.id, old.id)).toBe(0);
    expect(await db.$count(followDigests, eq(followDigests.userId, reader.id))).toBe(1);
    await db.delete(activities).where(eq(activities.collectiveId, id));
    expect(await db.$count(followDigests, eq(followDigests.userId, reader.id))).toBe(0);
  });
});

// docs/rules.md R14.9
describe('saved searches', async () => {
  const owner = await signedIn(db);

  beforeEach(async () => {
    await db.delete(savedSearches);
  });

  const publish = (payload: object = {}, headers: Headers = owner.headers, on = app) =>
    published(headers, { title: 'Limpieza del río', ...payload }, on);
  const save = async (filters: object, mail = 'diario', person?: Awaited<ReturnType<typeof signedIn>>) => {
    const { user, headers } = person ?? (await signedIn(db));
    const reply = await send('POST', '/saved-searches', { filters, mail }, headers);
    expect(reply.statusCode).toBe(201);
    return { ...user, headers, searchId: reply.json()._id as string };
  };

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
      await processDue(app.platform, [followerNews, followerDigests]);
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
      await processDue(app.platform, [followerNews, followerDigests]);
      for (const { id } of [ana, luis, rosa])
        expect(await bellOf(db, id)).toMatchObject([
          {
            type: 'publication',
            taskId,
            title: 'Actividad nueva que buscabas',
            message: expect.stringMatching(
              /^«Limpieza del río», .+, en Parque Caldas\. Buscabas «río» · Ambiente\.$/,
            ),
          },
        ]);
      expect(await mailsTo(ana.email)).toEqual([`Nueva que buscabas: Limpieza del río${WHEN}`]);
      expect((await emailsTo(db, ana.email))[0]?.text).toContain('«río» · Ambiente');
      setNow(MORNING);
      await processDue(app.platform, [followerNews, followerDigests]);
      await processDue(app.platform, [followerNews, followerDigests]);
      expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([
        [`Nueva que buscabas: Limpieza del río${WHEN}`],
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
      await processDue(app.platform, [followerNews, followerDigests]);
      for (const id of [both, followed, sought, loud]) expect(await told(reader.id, id)).toBe(1);
      expect(await mailsTo(reader.email)).toEqual([`Nueva que buscabas: Minga de río${WHEN}`]);
      setNow(MORNING);
      await processDue(app.platform, [followerNews, followerDigests]);
      const [, digest, ...others] = await emailsTo(db, reader.email);
      expect(others).toEqual([]);
      expect(digest?.subject).toBe('3 actividades nuevas de lo que sigues y lo que buscas');
      expect(digest?.text).toContain('de Guardianas y de tu búsqueda «río»');
      const token = /dejar-correos\?token=(\S+)/.exec(digest?.text ?? '')?.[1];
      const ended = await app.inject({ method: 'POST', url: '/api/notifications/baja', payload: { token } });
      expect(ended.json()).toEqual({ kind: 'follow', hasAccount: true });
      const later = await publish({ title: 'Minga de lluvia' });
      await processDue(app.platform, [followerNews, followerDigests]);
      expect([await told(reader.id, later), (await mailsTo(reader.email)).length]).toEqual([1, 2]);
    });

    it('is no news for its author, deactivated accounts and searches saved later; a removed search sends no digest', async () => {
      await save({ q: 'río' }, 'inmediato', owner);
      const inactive = await aUser(db, { isActive: false });
      const [later, removed] = [await signedIn(db), await save({ q: 'río' })];
      await aSavedSearch(db, { userId: inactive.id, category: 'ambiente' });
      await aSavedSearch(db, { userId: later.user.id, createdAt: new Date(NOON.getTime() + 1) });
      const taskId = await publish({ category: 'ambiente' });
      await processDue(app.platform, [followerNews, followerDigests]);
      for (const { id } of [owner.user, inactive, later.user]) expect(await told(id, taskId)).toBe(0);
      expect(await told(removed.id, taskId)).toBe(1);
      const url = `/api/saved-searches/${removed.searchId}`;
      await app.inject({ method: 'DELETE', url, headers: removed.headers });
      setNow(MORNING);
      await processDue(app.platform, [followerNews, followerDigests]);
      expect(await mailsTo(removed.email)).toEqual([]);
    });

    it('that repeats is told once', async () => {
      const reader = await save({ q: 'río' });
      await publish({ repeat: { frequency: 'weekly', interval: 1, count: 4 } });
      await processDue(app.platform, [followerNews, followerDigests]);
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
      const first = processDue(app.platform, [followerNews, followerDigests], stopping.signal);
      stopping.abort();
      await Promise.all([
        first,
        processDue(second.platform, [followerNews, followerDigests]),
        processDue(second.platform, [followerNews, followerDigests]),
      ]);
      await processDue(app.platform, [followerNews, followerDigests]);
      const counts = await Promise.all(readers.map(({ id }) => told(id, taskId)));
      expect(new Set(counts)).toEqual(new Set([1]));
    });
  });

  it('is told with the first approval that is not undone, also without a collective', async () => {
    const admin = await signedIn(db, { role: 'admin' });
    const reader = await save({ q: 'río' });
    const taskId = await publish({}, owner.headers, prior);
    const decide = (what: string) =>
      senderTo(prior)('PATCH', `/admin-panel/activities/${taskId}/${what}`, undefined, admin.headers);
    const poll = async (seconds: number) => {
      setNow(after(seconds * 1000));
      await processDue(prior.platform, [followerNews, followerDigests]);
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
});
