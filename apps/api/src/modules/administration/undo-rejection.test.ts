import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, anOccurrence, aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, tally } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { aReportCase } from '../../../test/trust-factories.ts';
import { activities, rejectionNotices } from '../activities/schema.ts';
import { pollNotifications } from '../notifications/jobs.ts';
import { notifications } from '../notifications/schema.ts';
import { pollDecisions } from '../reports/effect-service.ts';
import { auditLog } from './schema.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
const admin = await signedIn(db, { role: 'admin' });
const held = { status: 'held', holdKind: 'word', holdTerm: 'bono' } as const;

const act = (id: string, step: string, payload?: object, app = here) => {
  const url = `/api/admin-panel/activities/${id}/${step}`;
  return app.inject({ method: 'PATCH', url, headers: admin.headers, ...(payload && { payload }) });
};
const reject = (id: string, currentStatus = 'pending', query = '') =>
  act(id, `reject${query}`, { reason: 'Falta el lugar', currentStatus });
const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
const subjectsTo = async (email: string | null) =>
  (await emailsTo(db, email ?? '')).map(({ subject }) => subject);

async function pollAt(seconds: number): Promise<void> {
  for (const app of [here, there]) app.setNow(new Date(NOON.getTime() + seconds * 1000));
  // Twice: one process may look for recipients before the other stores them.
  for (let time = 0; time < 2; time += 1)
    await Promise.all([here, there].map(({ platform }) => pollNotifications(platform)));
}

async function attended(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db);
  const activity = await anActivity(db, { ownerId: owner.user.id, title: 'Siembra', ...values });
  const { email } = await anAttendance(db, { activityId: activity.id, email: (await aUser(db)).email });
  return { owner, activity, email, told: async () => [await bellOf(owner.user.id), await subjectsTo(email)] };
}

beforeEach(() => {
  for (const app of [here, there]) app.setNow(NOON);
});

it.each([
  ['pending', { status: 'pending' }],
  ['pending', held],
  ['approved', { status: 'approved', publishedAt: NOON }],
] as const)(
  'makes it %s again, as it was, without a word to its owner and attendees: %j',
  async (on, values) => {
    const { activity, told } = await attended(values);
    expect((await reject(activity.id, on)).json().status).toBe('rejected');
    await pollAt(14.999);
    const reply = await act(activity.id, 'undo-rejection');
    expect([reply.statusCode, reply.json().status, reply.json().rejectionReason]).toEqual([
      200,
      on,
      undefined,
    ]);
    // Calendars may have got the rejection.
    expect(await rowOf(activity.id)).toEqual({ ...activity, revision: activity.revision + 1 });
    await pollAt(60);
    expect(await told()).toEqual([[], []]);
    const actions = await db.select().from(auditLog).where(eq(auditLog.targetId, activity.id));
    expect(actions.map(({ action }) => action)).toEqual(['activity.reject', 'activity.undo-rejection']);
  },
);

it('an approval that the owner does not know of yet is told after the rejection was undone', async () => {
  const { activity, owner } = await attended();
  await act(activity.id, 'approve');
  await reject(activity.id, 'approved');
  here.setNow(new Date(NOON.getTime() + 14_000));
  expect((await act(activity.id, 'undo-rejection')).json().status).toBe('approved');
  await pollAt(20);
  expect(await subjectsTo(owner.user.email)).toEqual(['Aprobada: Siembra']);
});

it('of a series restores those that were rejected with it', async () => {
  const first = await anOccurrence(db, { ownerId: (await aUser(db)).id });
  const rest = { ownerId: first.ownerId, seriesId: first.seriesId };
  const second = await anActivity(db, { ...rest, ...held, seriesIndex: 2 });
  await anActivity(db, { ...rest, status: 'approved', seriesIndex: 3 });
  const earlier = { status: 'rejected', rejectionReason: 'No' } as const;
  const fourth = await anActivity(db, { ...rest, ...earlier, seriesIndex: 4 });
  await reject(first.id, 'pending', '?scope=all');
  expect((await act(second.id, 'undo-rejection?scope=all')).statusCode).toBe(200);
  const statuses = await db
    .select()
    .from(activities)
    .where(eq(activities.seriesId, first.seriesId ?? ''));
  expect(
    statuses.sort((one, other) => (one.seriesIndex ?? 0) - (other.seriesIndex ?? 0)).map(row => row.status),
  ).toEqual(['pending', 'held', 'approved', 'rejected']);
  expect((await act(fourth.id, 'undo-rejection?scope=all')).statusCode).toBe(409);
  const [, , entry] = await db.select().from(auditLog).where(eq(auditLog.targetId, second.id));
  expect(entry).toBeUndefined();
});

it('happens once, and either it or the announcement, under concurrent requests', async () => {
  for (let round = 0; round < 6; round += 1) {
    for (const app of [here, there]) app.setNow(NOON);
    const { activity, told } = await attended();
    await reject(activity.id);
    // In every other round the two processes disagree about the time: one announces while the other undoes.
    if (round % 2 === 0) there.setNow(new Date(NOON.getTime() + 15_000));
    const [replies] = await Promise.all([
      concurrently(6, () => act(activity.id, 'undo-rejection')),
      pollNotifications(there.platform),
    ]);
    const undone = tally(replies)[200] ?? 0;
    expect(await rowOf(activity.id)).toMatchObject({ status: undone === 1 ? 'pending' : 'rejected' });
    await pollAt(3_700 * (round + 1));
    const count = 1 - undone;
    expect((await told()).map(one => one.length)).toEqual([count, count]);
  }
});

it('what was edited since is pending, and the rejection is not announced', async () => {
  const { activity, owner, told } = await attended();
  await reject(activity.id);
  const { title, description, responsible, place, date } = activity;
  const payload = { title, description, responsible, place, date: date.toISOString() };
  const url = `/api/tasks/${activity.id}`;
  await here.inject({ method: 'PUT', url, headers: owner.headers, payload });
  expect((await act(activity.id, 'undo-rejection')).statusCode).toBe(409);
  await pollAt(60);
  expect([await told(), await db.$count(rejectionNotices)]).toEqual([[[], []], 0]);
});

it('the attendees of what is deleted before the announcement are told of the deletion', async () => {
  const { activity, email, owner } = await attended();
  await reject(activity.id);
  const own = { url: `/api/tasks/${activity.id}`, headers: owner.headers };
  expect((await here.inject({ method: 'DELETE', ...own })).statusCode).toBe(204);
  await pollAt(60);
  expect(await subjectsTo(email)).toEqual(['Se canceló: Siembra']);
});

it('a decision about reports ends the time to undo, and is what is announced', async () => {
  const { activity, owner } = await attended();
  await aReportCase(db, { targetId: activity.id, authorId: activity.ownerId, title: activity.title });
  await reject(activity.id);
  const url = `/api/admin-panel/reports/activity/${activity.id}`;
  const payload = { decision: 'hide', note: 'Vende de todo' };
  expect((await here.inject({ method: 'PATCH', url, headers: admin.headers, payload })).statusCode).toBe(200);
  expect((await act(activity.id, 'undo-rejection')).statusCode).toBe(409);
  await pollAt(60);
  expect(await bellOf(owner.user.id)).toEqual([]);
  here.setNow(new Date(NOON.getTime() + 600_000));
  await pollDecisions(here.platform);
  expect(await bellOf(owner.user.id)).toMatchObject([{ message: expect.stringContaining('Vende de todo') }]);
});
