import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, anOccurrence, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { activities, activityMemories } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { auditLog } from './schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const prior = await testApp({ MODERATION: 'prior' }, database);
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
const superadmin = await signedIn(db, { role: 'superadmin' });
const UNKNOWN = '01980000-0000-7000-8000-000000000000';
const hold = { status: 'held', holdKind: 'word', holdTerm: 'rifa' } as const;

type Headers = Record<string, string>;
const list = (on = app, query = '', headers: Headers = superadmin.headers) =>
  on.inject({ url: `/api/admin-panel/held${query}`, headers });
const decide = (
  [type, id]: readonly [string, string],
  payload: object,
  headers: Headers = superadmin.headers,
  on = app,
) => on.inject({ method: 'POST', url: `/api/admin-panel/held/${type}/${id}`, headers, payload });
const undo = ([type, id]: readonly [string, string], headers: Headers = superadmin.headers) =>
  app.inject({ method: 'PATCH', url: `/api/admin-panel/held/${type}/${id}/undo`, headers });
const statusOf = async (id: string) =>
  (await db.select().from(activities).where(eq(activities.id, id)))[0]?.status;
const at = (minute: number) => {
  const moment = new Date(NOON.getTime() + minute * 60_000);
  return { createdAt: moment, updatedAt: moment };
};
const approve = { decision: 'approve' };
const reject = { decision: 'reject', reason: 'Es una rifa' };

beforeEach(async () => {
  for (const each of [app, prior]) each.setNow(NOON);
  await db.delete(activities);
  await db.delete(collectives);
});

describe.each([
  ['admin', admin],
  ['superadmin', superadmin],
])('what waits for a review, for an %s', (_role, { headers }) => {
  it('is listed, the longest waiting first, with why and by whom', async () => {
    const author = await signedIn(db);
    const { _id, username } = { _id: author.user.id, username: author.user.username };
    const ownerId = author.user.id;
    const first = await anActivity(db, { ...hold, ownerId, description: 'Gran rifa', ...at(1) });
    const second = await aCollective(db, { ownerId, status: 'held', name: 'Cruz Verde de1 Cauca', ...at(2) });
    const third = await anActivity(db, { ...hold, ownerId, holdKind: 'first', holdTerm: '', ...at(3) });
    const fourth = await anActivity(db, { ...hold, ownerId, publishedAt: NOON, date: NOON, ...at(4) });
    const memory = { activityId: fourth.id, text: 'Rifamos todo', ...at(4) };
    await db.insert(activityMemories).values(memory);
    await anActivity(db, { status: 'pending' });
    await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    const reply = await list(app, '', headers);
    expect([reply.statusCode, reply.headers['x-total-count']]).toEqual([200, '4']);
    const item = (type: string, id: string, title: string, text: string, of?: typeof first) => ({
      target: { type, id, title, text, date: of?.date.toISOString() ?? null, place: of?.place ?? '' },
      author: { _id, username },
    });
    expect(reply.json()).toEqual([
      {
        ...item('activity', first.id, first.title, 'Gran rifa', first),
        reason: { kind: 'word', term: 'rifa' },
        heldAt: at(1).updatedAt.toISOString(),
      },
      {
        ...item('collective', second.id, second.name, second.description),
        reason: { kind: 'name', term: '' },
        heldAt: at(2).updatedAt.toISOString(),
      },
      {
        ...item('activity', third.id, third.title, third.description, third),
        reason: { kind: 'first', term: '' },
        heldAt: at(3).updatedAt.toISOString(),
      },
      {
        ...item('memory', fourth.id, fourth.title, 'Rifamos todo', fourth),
        reason: { kind: 'word', term: 'rifa' },
        heldAt: at(4).updatedAt.toISOString(),
      },
    ]);
    const paged = await list(app, '?limit=1&offset=2', headers);
    expect([paged.headers['x-total-count'], paged.json()]).toMatchObject([
      '4',
      [{ target: { id: third.id } }],
    ]);
  });

  it('is public once it is approved, and gone from the list', async () => {
    const { id } = await anActivity(db, hold);
    const reply = await decide(['activity', id], approve, headers);
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { target: { type: 'activity', id } }]);
    expect((await app.inject({ url: `/api/tasks/${id}` })).json()).toMatchObject({ status: 'approved' });
    expect((await list(app, '', headers)).json()).toEqual([]);
    const [logged] = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(logged).toMatchObject({ action: 'activity.approve', targetType: 'activity' });
  });

  it('is rejected with a reason, which its author is told', async () => {
    const author = await signedIn(db);
    const { id } = await anActivity(db, { ...hold, ownerId: author.user.id });
    for (const [payload, message] of [
      [{ decision: 'reject' }, /motivo/i],
      [{ decision: 'reject', reason: ' ' }, /motivo/i],
      [{ decision: 'delete', reason: 'x' }, /Elige qué hacer/],
    ] as const) {
      const error = errorOf(await decide(['activity', id], payload, headers));
      expect(error).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(String(error.message)).toMatch(message);
    }
    expect((await decide(['activity', id], reject, headers)).statusCode).toBe(200);
    expect(await statusOf(id)).toBe('rejected');
    app.setNow(new Date(NOON.getTime() + 60_000));
    await pollNotifications(app.platform);
    const bell = await db.select().from(notifications).where(eq(notifications.userId, author.user.id));
    expect(bell.map(({ message }) => message).join()).toContain('Motivo: Es una rifa');
  });

  it('is decided once, of many at the same time', async () => {
    const { id } = await anActivity(db, hold);
    const replies = await concurrently(6, index =>
      decide(['activity', id], index % 2 === 0 ? approve : reject, headers),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 5 });
    expect(errorOf(await decide(['activity', id], approve, headers))).toMatchObject({
      status: 409,
      code: 'DECIDED',
    });
  });
});

describe.each([approve, reject])('the undone decision %j', decision => {
  it('makes it wait again, with its reason, and its author is told nothing', async () => {
    const author = await signedIn(db);
    const { id } = await anActivity(db, { ...hold, ownerId: author.user.id });
    expect((await decide(['activity', id], decision)).statusCode).toBe(200);
    const reply = await undo(['activity', id]);
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { target: { type: 'activity', id } }]);
    expect(await statusOf(id)).toBe('held');
    expect((await list()).json()).toMatchObject([{ target: { id }, reason: { kind: 'word', term: 'rifa' } }]);
    app.setNow(new Date(NOON.getTime() + 60_000));
    await pollNotifications(app.platform);
    expect(await db.select().from(notifications).where(eq(notifications.userId, author.user.id))).toEqual([]);
  });

  it('about a memory makes the memory wait again, and its author is told nothing', async () => {
    const author = await signedIn(db);
    const { id } = await anActivity(db, {
      ...hold,
      ...at(4),
      ownerId: author.user.id,
      publishedAt: NOON,
      date: NOON,
    });
    await db.insert(activityMemories).values({ activityId: id, text: 'Rifamos todo', ...at(4) });
    expect((await decide(['memory', id], decision)).statusCode).toBe(200);
    expect((await list()).json()).toEqual([]);
    const reply = await undo(['memory', id]);
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { target: { type: 'memory', id } }]);
    expect(await statusOf(id)).toBe('held');
    expect((await list()).json()).toMatchObject([
      { target: { type: 'memory', id, text: 'Rifamos todo' }, reason: { kind: 'word', term: 'rifa' } },
    ]);
    app.setNow(new Date(NOON.getTime() + 60_000));
    await pollNotifications(app.platform);
    expect(await db.select().from(notifications).where(eq(notifications.userId, author.user.id))).toEqual([]);
  });

  it('is the own one, and not announced', async () => {
    const { id } = await anActivity(db, hold);
    expect(errorOf(await undo(['activity', id])).status).toBe(409);
    await decide(['activity', id], decision, admin.headers);
    expect(errorOf(await undo(['activity', id]))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/que tú acabas/),
    });
    app.setNow(new Date(NOON.getTime() + 60_000));
    await pollNotifications(app.platform);
    expect(errorOf(await undo(['activity', id], admin.headers))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Ya le avisamos/),
    });
  });
});

it('the decision about a collective, of which its owners are told at once, is not undone', async () => {
  const { id } = await aCollective(db, { status: 'held' });
  await decide(['collective', id], approve);
  expect((await undo(['collective', id])).statusCode).toBe(400);
  expect((await undo(['activity', UNKNOWN])).statusCode).toBe(404);
});

it('what is public or unknown is not decided here', async () => {
  const { id } = await anActivity(db, { status: 'pending' });
  const { id: collectiveId } = await aCollective(db);
  for (const target of [
    ['activity', id],
    ['collective', collectiveId],
  ] as const)
    expect(errorOf(await decide(target, approve))).toMatchObject({ status: 409, code: 'DECIDED' });
  for (const type of ['activity', 'memory', 'collective'])
    expect((await decide([type, UNKNOWN], approve)).statusCode).toBe(404);
  expect((await decide(['user', id], approve)).statusCode).toBe(400);
});

it.each([
  [approve, 'active', 'Colectivo aprobado', 'collective.activate'],
  [reject, 'inactive', 'Colectivo rechazado', 'collective.deactivate'],
] as const)(
  'a collective that waits is decided, and its owners are told: %j',
  async (payload, status, title, action) => {
    const author = await signedIn(db);
    const { id, slug } = await aCollective(db, { ownerId: author.user.id, status: 'held' });
    expect((await decide(['collective', id], payload)).statusCode).toBe(200);
    const [row] = await db.select().from(collectives).where(eq(collectives.id, id));
    expect(row?.status).toBe(status);
    expect((await app.inject({ url: `/api/collectives/${slug}` })).statusCode).toBe(
      status === 'active' ? 200 : 404,
    );
    const bell = await db.select().from(notifications).where(eq(notifications.userId, author.user.id));
    expect(bell).toMatchObject([{ title }]);
    await pollNotifications(app.platform);
    expect(await emailsTo(db, author.user.email)).toHaveLength(1);
    const [logged] = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(logged?.action).toBe(action);
  },
);

it('with prior moderation every pending publication waits, of a series each date', async () => {
  const one = await anActivity(db, { status: 'pending', ...at(1) });
  const date = await anOccurrence(db, { status: 'pending', ...at(2) });
  const reply = await list(prior);
  expect(reply.json()).toMatchObject([
    { target: { id: one.id }, reason: { kind: 'prior', term: '' } },
    { target: { id: date.id }, reason: { kind: 'prior', term: '' } },
  ]);
  expect((await list()).json()).toEqual([]);
  expect((await decide(['activity', one.id], approve, superadmin.headers, prior)).statusCode).toBe(200);
  expect((await decide(['activity', date.id], reject, superadmin.headers, prior)).statusCode).toBe(200);
  expect([await statusOf(one.id), await statusOf(date.id)]).toEqual(['approved', 'rejected']);
});

it('all other content stays closed to a superadmin', async () => {
  const { id } = await anActivity(db, hold);
  expect((await app.inject({ url: `/api/tasks/${id}`, headers: superadmin.headers })).statusCode).toBe(404);
  for (const url of [
    '/api/admin-panel/reports',
    '/api/admin-panel/reports/stats',
    '/api/admin-panel/activities',
  ])
    expect((await app.inject({ url, headers: superadmin.headers })).statusCode).toBe(403);
});
