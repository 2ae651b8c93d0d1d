import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { activities } from '../activities/schema.ts';
import { collectiveFollowers } from '../collectives/schema.ts';
import { pollFollowers } from './follower-service.ts';
import { followDigestDueAt } from './rules.ts';
import { followDigests, followerNews, notifications } from './schema.ts';

const shared = await testDatabase();
const [app, second] = [await testApp({}, shared), await testApp({}, shared)];
const prior = await testApp({ MODERATION: 'prior' }, shared);
const apps = [app, second, prior];
const { db } = app.platform;
type Headers = Record<string, string>;
type Mail = 'inmediato' | 'diario' | 'nunca';
const fields = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z', place: 'Parque Caldas' };

const setNow = (now: Date) => {
  for (const each of apps) each.setNow(now);
};
beforeEach(() => setNow(NOON));

const after = (ms: number) => new Date(NOON.getTime() + ms);
/** 08:00 in Popayán of the day after NOON. */
const MORNING = new Date('2026-11-22T13:00:00.000Z');

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
const publish = async (headers: Headers, payload: object = {}, on = app) =>
  (await on.inject({ method: 'POST', url: '/api/tasks', headers, payload: { ...fields, ...payload } })).json()
    ._id as string;
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
const told = async (userId: string, taskId: string) =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.taskId, taskId)));
const mailsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

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
    await pollFollowers(app.platform);
    for (const { id: userId } of [ana, luis, rosa])
      expect(await bellOf(userId)).toMatchObject([
        {
          type: 'publication',
          taskId,
          title: `Actividad nueva de ${name}`,
          message: expect.stringMatching(
            /^«Siembra», sábado, 5 de diciembre de 2026, .+, en Parque Caldas\.$/,
          ),
        },
      ]);
    expect(await mailsTo(ana.email)).toEqual([`${name}: Siembra`]);
    expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([[], []]);
    setNow(MORNING);
    await pollFollowers(app.platform);
    expect([await mailsTo(luis.email), await mailsTo(rosa.email)]).toEqual([
      ['Una actividad nueva de un colectivo que sigues'],
      [],
    ]);
    await pollFollowers(app.platform);
    expect([(await mailsTo(ana.email)).length, (await mailsTo(luis.email)).length]).toEqual([1, 1]);
    expect(await db.select().from(followerNews)).toEqual([]);
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
    await pollFollowers(app.platform);
    await app.inject({ method: 'DELETE', url: `/api/tasks/${gone}`, headers: two.headers });
    setNow(MORNING);
    await pollFollowers(app.platform);
    const [email] = await emailsTo(db, reader.email);
    expect(email?.subject).toBe('2 actividades nuevas de colectivos que sigues');
    expect(email?.text.indexOf('Dos')).toBeLessThan(email?.text.indexOf('Uno') ?? 0);
    expect(email?.text).not.toContain('Tres');
    const token = /dejar-correos\?token=(\S+)/.exec(email?.text ?? '')?.[1];
    const ended = await app.inject({ method: 'POST', url: '/api/notifications/baja', payload: { token } });
    expect(ended.json()).toEqual({ kind: 'follow', hasAccount: true });
    await publish(one.headers, { collectiveId: one.id });
    await pollFollowers(app.platform);
    setNow(after(2 * 24 * 3_600_000));
    await pollFollowers(app.platform);
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
    await pollFollowers(app.platform);
    expect(await told(reader.id, taskId)).toBe(1);
    expect(await told(reader.id, alone)).toBe(0);
    for (const { id: userId, email } of [user, inactive, later])
      expect([await bellOf(userId), await mailsTo(email)]).toEqual([[], []]);
  });

  it('that repeats is one piece of news, also when its occurrences are approved one by one', async () => {
    const admin = await signedIn(db, { role: 'admin' });
    const { id, headers } = await organised();
    const reader = await follow(id, 'inmediato');
    const repeat = { frequency: 'weekly', interval: 1, count: 4 };
    const first = await publish(headers, { title: 'Cada sábado', collectiveId: id, repeat });
    await pollFollowers(app.platform);
    expect([await told(reader.id, first), (await bellOf(reader.id)).length]).toEqual([1, 1]);
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
      await pollFollowers(prior.platform);
    }
    expect((await bellOf(reader.id)).length).toBe(2);
    expect(await mailsTo(reader.email)).toHaveLength(2);
  });

  it('is gathered after the third e-mail of an hour, also those of saved searches, and nothing is lost', async () => {
    const { id, headers } = await organised();
    const follower = await follow(id, 'inmediato');
    const searcher = await signedIn(db);
    const saved = await app.inject({
      ...{ method: 'POST', url: '/api/saved-searches', headers: searcher.headers },
      payload: { filters: { q: 'huerta' }, mail: 'inmediato' },
    });
    expect(saved.statusCode).toBe(201);
    const titles = Array.from({ length: 40 }, (_, index) => `Huerta número ${index + 1}.`);
    for (const [index, title] of titles.entries()) {
      setNow(after(index * 1000));
      await publish(headers, { title, collectiveId: id });
      if (index % 10 === 9) await Promise.all([pollFollowers(app.platform), pollFollowers(second.platform)]);
    }
    const readers = [follower, searcher.user];
    for (const { email } of readers) expect(await mailsTo(email)).toHaveLength(3);
    setNow(after(3_600_000));
    await pollFollowers(app.platform);
    for (const { email } of readers) expect(await mailsTo(email)).toHaveLength(3);
    setNow(after(3_600_000 + 9_000));
    await Promise.all([pollFollowers(app.platform), pollFollowers(second.platform)]);
    for (const { email, id: userId } of readers) {
      const mails = await emailsTo(db, email);
      expect(mails).toHaveLength(4);
      expect(mails.map(({ subject }) => subject)).toContainEqual(
        expect.stringMatching(/^37 actividades nuevas/),
      );
      for (const title of titles) expect(mails.some(({ text }) => text.includes(title))).toBe(true);
      expect((await bellOf(userId)).length).toBe(40);
    }
    // The next hour begins anew, and one alone is gathered as well.
    setNow(after(3_600_000 + 40_000));
    const later = async (title: string) => {
      await publish(headers, { title, collectiveId: id });
      await pollFollowers(app.platform);
      return (await mailsTo(follower.email)).length;
    };
    expect([await later('Uno'), await later('Dos'), await later('Tres')]).toEqual([5, 6, 6]);
  });

  it('reaches each of 350 followers once, by two processes of which one is stopped in the middle', async () => {
    const { id, headers } = await organised();
    const readers = await Promise.all(Array.from({ length: 350 }, () => follow(id, 'inmediato')));
    const taskId = await publish(headers, { collectiveId: id });
    const stopping = new AbortController();
    const first = pollFollowers(app.platform, stopping.signal);
    stopping.abort();
    await Promise.all([first, pollFollowers(second.platform), pollFollowers(second.platform)]);
    await pollFollowers(app.platform);
    const counts = await Promise.all(readers.map(({ id: userId }) => told(userId, taskId)));
    expect(new Set(counts)).toEqual(new Set([1]));
    const mails = await Promise.all(readers.map(({ email }) => mailsTo(email)));
    expect(mails.every(subjects => subjects.length === 1)).toBe(true);
  });
});

describe('under prior moderation', () => {
  const decide = (id: string, what: string, headers: Headers, payload: object = {}) =>
    prior.inject({ method: 'PATCH', url: `/api/admin-panel/activities/${id}/${what}`, headers, payload });

  it('followers are told with the first approval that is not undone, once', async () => {
    const admin = await signedIn(db, { role: 'admin' });
    const { id, headers } = await organised();
    const reader = await follow(id, 'inmediato');
    const taskId = await publish(headers, { collectiveId: id }, prior);
    const poll = async (seconds: number) => {
      setNow(after(seconds * 1000));
      await pollFollowers(prior.platform);
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
    await pollFollowers(prior.platform);
    expect(await told(reader.id, taskId)).toBe(0);
    await prior.inject({ method: 'PUT', url: `/api/tasks/${taskId}`, headers, payload: fields });
    await decide(taskId, 'approve', admin.headers);
    setNow(after(120_000));
    await pollFollowers(prior.platform);
    expect(await told(reader.id, taskId)).toBe(1);
  });
});

it('what an earlier release stored is no news, and a deleted account leaves no digest', async () => {
  const { id, headers } = await organised();
  const reader = await follow(id, 'diario');
  const old = await anActivity(db, { collectiveId: id, publishedAt: NOON });
  await publish(headers, { collectiveId: id });
  await pollFollowers(app.platform);
  expect(await told(reader.id, old.id)).toBe(0);
  expect(await db.$count(followDigests, eq(followDigests.userId, reader.id))).toBe(1);
  await db.delete(activities).where(eq(activities.collectiveId, id));
  expect(await db.$count(followDigests, eq(followDigests.userId, reader.id))).toBe(0);
});
