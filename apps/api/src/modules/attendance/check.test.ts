import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../test/factories.ts';
import { cookieOf, errorOf } from '../../../test/requests.ts';
import { attendances } from './schema.ts';

const database = await testDatabase();
const STATE = ['isAttending', 'status', 'position', 'offerExpiresAt', 'askedAgainAt', 'reconfirmed'];
const app = await testApp({}, database);
const { db } = app.platform;
const UNKNOWN = '0197a000-0000-7000-8000-000000000000';
let visitorCount = 0;

const confirm = (payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/attendances/confirm', payload, headers });
const check = async (taskId: string, email?: string, headers: Record<string, string> = {}) => {
  const query = email === undefined ? {} : { email };
  const reply = await app.inject({ url: `/api/attendances/check/${taskId}`, query, headers });
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([200, STATE]);
  return reply.json().isAttending;
};
const visitor = (taskId: string, values: object = {}) => ({
  taskId,
  name: 'Luz Dary',
  email: `visita${++visitorCount}@example.org`,
  ...values,
});

beforeEach(() => app.setNow(NOON));

describe('GET /attendances/check/{taskId}', () => {
  it("reveals a visitor's attendance only to the visitor's proof", async () => {
    const activity = await anActivity(db);
    const one = visitor(activity.id);
    const proof = cookieOf(await confirm(one));
    expect(await check(activity.id, one.email, proof)).toBe(true);
    expect(await check(activity.id, undefined, proof)).toBe(true);
    expect(await check(activity.id, 'otra@example.org', proof)).toBe(false);
    expect(await check(activity.id, one.email)).toBe(false);
    expect(await check((await anActivity(db)).id, one.email, proof)).toBe(false);
    const stranger = cookieOf(await confirm(visitor(activity.id)));
    expect(await check(activity.id, one.email, stranger)).toBe(false);
  });

  it('sets the proof before the confirmation, whose response may be lost', async () => {
    const one = visitor((await anActivity(db)).id);
    const proof = cookieOf(await app.inject({ url: `/api/attendances/check/${one.taskId}` }));
    await confirm(one, proof);
    expect(await check(one.taskId, one.email, proof)).toBe(true);
    const again = await app.inject({ url: `/api/attendances/check/${one.taskId}`, headers: proof });
    expect(again.cookies).toEqual([]);
  });

  it("uses one proof for all of a browser's confirmations", async () => {
    const [first, second] = [visitor((await anActivity(db)).id), visitor((await anActivity(db)).id)];
    const proof = cookieOf(await confirm(first));
    expect(cookieOf(await confirm(second, proof))).toEqual(proof);
    expect(await check(second.taskId, second.email, proof)).toBe(true);
  });

  it("reveals an account's attendance only to its session", async () => {
    const activity = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const stranger = await signedIn(db);
    await confirm(visitor(activity.id, { email: user.email }), headers);
    expect(await check(activity.id, user.email, headers)).toBe(true);
    expect(await check(activity.id, undefined, headers)).toBe(true);
    expect(await check(activity.id, user.email, stranger.headers)).toBe(false);
    expect(await check(activity.id, user.email)).toBe(false);
  });

  it('reveals no attendance without a proof', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const { email } = await aVisit(db, { activityId: activity.id });
    for (const stranger of [
      {},
      { cookie: `minga_visitor=${'A'.repeat(43)}` },
      { cookie: 'minga_visitor=' },
    ]) {
      expect(await check(activity.id, email, stranger)).toBe(false);
      expect(await check(activity.id, undefined, stranger)).toBe(false);
    }
    // Organisers use the participant list; this call concerns the caller's own attendance.
    expect(await check(activity.id, email, headers)).toBe(false);
  });

  it('returns 404 for an unknown activity, 400 for an invalid id or e-mail', async () => {
    const get = (url: string) => app.inject({ url: `/api/attendances/check/${url}` });
    expect((await get(UNKNOWN)).statusCode).toBe(404);
    expect((await get('uno')).statusCode).toBe(400);
    expect(errorOf(await get(`${UNKNOWN}?email=nadie`))).toMatchObject({
      message: ['Correo electrónico no válido'],
    });
  });
});

describe('GET /attendances/check', () => {
  const request = (taskIds: string[], headers: Record<string, string> = {}) =>
    app.inject({ url: '/api/attendances/check', query: { taskIds: taskIds.join(',') }, headers });
  const attending = async (...parameters: Parameters<typeof request>) => {
    const reply = await request(...parameters);
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([200, ['attending', 'arrived']]);
    return reply.json().attending.sort();
  };

  it('uses only the session or the cookie, and reveals nothing without them', async () => {
    const { user, headers } = await signedIn(db);
    const visit = await aVisit(db);
    const own = await anAttendance(db, { email: user.email });
    const other = await anAttendance(db);
    const all = [visit.activityId, own.activityId, other.activityId];
    expect(await attending(all)).toEqual([]);
    expect(await attending(all, visit.proof)).toEqual([visit.activityId]);
    expect(await attending(all, headers)).toEqual([own.activityId]);
    const both = { cookie: `${headers.cookie}; ${visit.proof.cookie}` };
    expect(await attending(all, both)).toEqual([own.activityId]);
  });

  it('tells the arrival to the party alone, of several of one browser when all have come', async () => {
    const { activityId, proof, attendance } = await aVisit(db, { checkedInAt: NOON });
    const arrived = async (headers: Record<string, string> = {}) =>
      (await request([activityId], headers)).json().arrived;
    const came = [{ taskId: activityId, checkedInAt: NOON.toISOString() }];
    expect(await arrived(proof)).toEqual(came);
    for (const headers of [{}, (await signedIn(db)).headers, (await aVisit(db)).proof])
      expect(await arrived(headers)).toEqual([]);
    const { proofHash } = attendance;
    const { id } = await anAttendance(db, { activityId, proofHash });
    expect(await arrived(proof)).toEqual([]);
    const later = new Date(NOON.getTime() + 60_000);
    await db.update(attendances).set({ checkedInAt: later }).where(eq(attendances.id, id));
    expect(await arrived(proof)).toEqual([{ taskId: activityId, checkedInAt: later.toISOString() }]);
  });

  it('ignores unknown, hidden and repeated ids', async () => {
    const { user, headers } = await signedIn(db);
    const hidden = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    await anAttendance(db, { activityId: hidden.id, email: user.email });
    const { activityId } = await anAttendance(db, { email: user.email });
    expect(await attending([UNKNOWN, hidden.id, activityId, activityId], headers)).toEqual([activityId]);
  });

  it('runs one query in addition to that of the session', async () => {
    const { user, headers } = await signedIn(db);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await anAttendance(db, { email: user.email })).activityId);
    const queries = async (taskIds: string[]) => {
      const before = queried;
      expect(await attending(taskIds, headers)).toHaveLength(taskIds.length);
      return queried - before;
    };
    let queried = 0;
    const count = () => (queried += 1);
    database.connection.pool.on('acquire', count);
    const forOne = await queries(ids.slice(0, 1));
    const forFive = await queries(ids);
    database.connection.pool.off('acquire', count);
    expect([forOne, forFive]).toEqual([2, 2]);
  });

  it.each([
    ['no id', [], 'Identificador no válido'],
    ['an invalid id', ['uno'], 'Identificador no válido'],
    ['an empty id', [UNKNOWN, ''], 'Identificador no válido'],
    [
      'more than a hundred',
      Array(101).fill(UNKNOWN),
      'Se pueden consultar como máximo 100 actividades a la vez',
    ],
  ])('rejects %s', async (_case, taskIds, message) => {
    expect(errorOf(await request(taskIds))).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
  });

  it('accepts a hundred ids, and requires them', async () => {
    expect(await attending(Array(100).fill(UNKNOWN))).toEqual([]);
    expect(errorOf(await app.inject('/api/attendances/check'))).toMatchObject({
      message: ['Indica qué actividades'],
    });
  });
});
