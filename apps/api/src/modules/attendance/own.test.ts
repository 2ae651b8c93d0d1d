import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../test/factories.ts';
import { plainAttendance } from '../../../test/plain-attendance.ts';
import { errorOf } from '../../../test/requests.ts';
import { mailedToken } from '../../../test/sent-emails.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const { db } = app.platform;
type Headers = Record<string, string>;

const list = (headers: Headers, query: Record<string, string> = {}) =>
  app.inject({ url: '/api/attendances/mis-asistencias', headers, query });
const post = (url: string, payload: object, headers: Headers = {}) =>
  app.inject({ method: 'POST', url: `/api/${url}`, payload, headers });
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const idsOf = (reply: Awaited<ReturnType<typeof list>>) =>
  reply.json().map((row: { _id: string }) => row._id);

beforeEach(() => app.setNow(NOON));

describe('GET /attendances/mis-asistencias', () => {
  it('lists the attendances of the account with their activities, by date', async () => {
    const { user, headers } = await signedIn(db);
    const at = async (hours: number, values: object = {}) => {
      const activity = await anActivity(db, { date: inHours(hours) });
      return anAttendance(db, { activityId: activity.id, email: user.email, ...values });
    };
    const late = await at(48, { userId: user.id, name: 'Rosa' });
    const past = await at(-48);
    const soon = await at(1, { userId: user.id });
    await anAttendance(db);
    const reply = await list(headers, { t: '1763740800000' });
    expect([reply.statusCode, reply.headers['x-total-count'], idsOf(reply)]).toEqual([
      200,
      '3',
      [past.id, soon.id, late.id],
    ]);
    // Its memory is on its own page only.
    const { memory: _, ...activity } = (
      await app.inject({ url: `/api/tasks/${late.activityId}`, headers })
    ).json();
    expect(reply.json()[2]).toEqual({
      _id: late.id,
      task: activity,
      taskId: late.activityId,
      name: 'Rosa',
      email: user.email,
      user: user.id,
      ...plainAttendance,
      code: expect.any(String),
      createdAt: NOON.toISOString(),
    });
    const second = await list(headers, { limit: '1', offset: '1' });
    expect([second.headers['x-total-count'], idsOf(second)]).toEqual(['3', [soon.id]]);
  });

  it('omits activities hidden from the account, and lists its own', async () => {
    const { user, headers } = await signedIn(db);
    const rejected = { status: 'rejected' as const, rejectionReason: 'No' };
    const others = await anActivity(db, rejected);
    const own = await anActivity(db, { ...rejected, ownerId: user.id });
    await anAttendance(db, { activityId: others.id, userId: user.id, email: user.email });
    const mine = await anAttendance(db, { activityId: own.id, userId: user.id, email: user.email });
    const reply = await list(headers);
    expect([idsOf(reply), reply.headers['x-total-count']]).toEqual([[mine.id], '1']);
    expect((await list(headers, { limit: '1', offset: '1' })).headers['x-total-count']).toBe('1');
  });

  it('runs as many queries for many as for one', async () => {
    const { user, headers } = await signedIn(db);
    let queried = 0;
    const count = () => (queried += 1);
    const countQueries = async () => {
      queried = 0;
      database.connection.pool.on('acquire', count);
      await list(headers);
      database.connection.pool.off('acquire', count);
      return queried;
    };
    await anAttendance(db, { email: user.email });
    const forOne = await countQueries();
    for (let n = 0; n < 5; n += 1) await anAttendance(db, { email: user.email });
    expect([forOne, await countQueries()]).toEqual([3, 3]);
  });

  it('returns 401 without a session', async () => {
    const { proof } = await aVisit(db);
    expect(errorOf(await list(proof))).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'No autorizado. Inicia sesión nuevamente.',
    });
    const { headers } = await signedIn(db);
    expect((await list(headers, { limit: '501' })).statusCode).toBe(400);
  });
});

it('deleting an account deletes its links, also those of attendances confirmed as a visitor', async () => {
  const passwordHash = await cheapHash('maíz-y-café');
  const { user, headers } = await signedIn(db, { passwordHash });
  const asVisitor = await aVisit(db, { email: user.email });
  const asMember = await aVisit(db, { email: user.email, userId: user.id });
  const bystander = await aVisit(db);
  const payload = { password: 'maíz-y-café', confirmation: 'ELIMINAR' };
  const reply = await app.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload });
  expect(reply.statusCode).toBe(204);
  const statuses = [asVisitor, asMember, bystander].map(
    async ({ token }) => (await post('attendances/personal', { token })).statusCode,
  );
  expect(await Promise.all(statuses)).toEqual([400, 400, 200]);
});

it('a new address revokes the links sent to the old one', async () => {
  const password = 'maíz-y-café';
  const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
  const { token, activityId } = await aVisit(db, { userId: user.id, email: user.email });
  const email = `nueva.${user.email}`;
  await post('auth/email-change', { email, password }, headers);
  await post('auth/confirm-email', { token: await mailedToken(db, email, 'change-email') });
  expect((await post('attendances/personal', { token })).statusCode).toBe(400);
  expect((await list(headers)).json()).toMatchObject([{ taskId: activityId, email }]);
});
