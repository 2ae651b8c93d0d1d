import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { anActivity, anAttendance, aReminder, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { activities } from '../activities/schema.ts';
import { UNPLANNED } from './due-repository.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const UNKNOWN = '01930000-0000-7000-8000-00000000000a';
const call = (method: Method, path: string, headers: Headers, payload?: object) =>
  app.inject({ method, url: `/api/notifications${path}`, headers, ...(payload && { payload }) });
const create = (headers: Headers, payload: object) => call('POST', '', headers, payload);

/** Creates an account that attends another account's activity. */
async function attendee(values: Parameters<typeof anActivity>[1] = {}) {
  const person = await signedIn(db);
  const activity = await anActivity(db, values);
  const { id: userId, email } = person.user;
  await anAttendance(db, { activityId: activity.id, userId, email });
  return { ...person, activity };
}

beforeEach(() => app.setNow(NOON));

describe('POST /notifications', () => {
  it('returns the reminder with its activity, attended or owned', async () => {
    const { headers, activity, user } = await attendee();
    const reply = await create(headers, { task: activity.id, daysBefore: 3, userId: UNKNOWN, dueAt: 'x' });
    expect(reply.statusCode).toBe(201);
    const { _id, ...rest } = reply.json();
    expect(rest).toEqual({
      task: { _id: activity.id, title: activity.title, date: '2026-12-05T14:00:00.000Z' },
      daysBefore: 3,
      createdAt: NOON.toISOString(),
    });
    expect(await db.select().from(reminders).where(eq(reminders.id, _id))).toMatchObject([
      { userId: user.id },
    ]);
    expect(await db.select().from(dueWork).where(eq(dueWork.key, _id))).toMatchObject([{ at: UNPLANNED }]);
    const own = await anActivity(db, { ownerId: user.id });
    expect((await create(headers, { task: own.id, daysBefore: 30 })).statusCode).toBe(201);
  });

  it('accepts an attendance by the verified e-mail', async () => {
    const { user, headers } = await signedIn(db);
    const { activityId } = await anAttendance(db, { email: user.email });
    expect((await create(headers, { task: activityId, daysBefore: 1 })).statusCode).toBe(201);
  });

  const WRONG_DAYS = 'Los días de anticipación deben ser un número entre 1 y 30.';
  it.each<[faulty: object, message: string]>([
    [{}, 'Por favor completa todos los campos.'],
    [{ daysBefore: undefined }, 'Por favor completa todos los campos.'],
    [{ daysBefore: null }, 'Por favor completa todos los campos.'],
    [{ task: '' }, 'Por favor completa todos los campos.'],
    [{ task: 'x' }, 'Identificador no válido'],
    ...[0, 31, -1, 3.5, '3', true, [], 1e9].map(
      daysBefore => [{ daysBefore }, WRONG_DAYS] as [object, string],
    ),
  ])('rejects %j', async (faulty, message) => {
    const { headers, activity } = await attendee();
    const isEmpty = Object.keys(faulty).length === 0;
    const payload = isEmpty ? {} : { task: activity.id, daysBefore: 3, ...faulty };
    const error = errorOf(await create(headers, payload));
    expect([error.status, error.code]).toEqual([400, 'VALIDATION']);
    expect([error.message].flat()).toContain(message);
  });

  it('rejects a second one for the same activity, also of twenty concurrent requests', async () => {
    const { headers, activity } = await attendee();
    const replies = await concurrently(20, index =>
      create(headers, { task: activity.id, daysBefore: index + 1 }),
    );
    expect(tally(replies)).toEqual({ 201: 1, 409: 19 });
    expect(errorOf(await create(headers, { task: activity.id, daysBefore: 3 }))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya existe una notificación configurada para esta actividad.',
    });
  });

  it('rejects activities of today and the past, to the millisecond of midnight in Popayán', async () => {
    const { headers, activity } = await attendee();
    const on = async (date: string) => {
      await db
        .update(activities)
        .set({ date: new Date(date) })
        .where(eq(activities.id, activity.id));
      return create(headers, { task: activity.id, daysBefore: 1 });
    };
    for (const date of ['2026-11-20T17:00:00.000Z', '2026-11-22T04:59:59.999Z']) {
      expect(errorOf(await on(date))).toMatchObject({ status: 400, code: 'VALIDATION' });
    }
    expect((await on('2026-11-22T05:00:00.000Z')).statusCode).toBe(201);
  });

  it("rejects accounts that neither own nor attend it, unknown activities and another account's rejected one", async () => {
    const { headers } = await signedIn(db);
    const other = await anActivity(db);
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'r' });
    expect(errorOf(await create(headers, { task: other.id, daysBefore: 1 }))).toMatchObject({
      status: 400,
      message: ['Solo puedes poner recordatorios de tus actividades y de las que confirmaste.'],
    });
    for (const task of [UNKNOWN, rejected.id]) {
      expect(errorOf(await create(headers, { task, daysBefore: 1 }))).toMatchObject({
        status: 404,
        message: 'Actividad no encontrada',
      });
    }
  });

  it('rejects an activity that is being deleted', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    let creating: ReturnType<typeof create> | undefined;
    await db.transaction(async tx => {
      await tx.delete(activities).where(eq(activities.id, activity.id));
      creating = create(headers, { task: activity.id, daysBefore: 1 });
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    });
    expect((await creating)?.statusCode).toBe(404);
  });
});

describe('GET /notifications', () => {
  it('lists the own reminders, the next activity first, in pages', async () => {
    const { headers, user, activity } = await attendee();
    const sooner = await anActivity(db, { ownerId: user.id, date: new Date('2026-11-28T14:00:00.000Z') });
    for (const { id } of [activity, sooner]) await create(headers, { task: id, daysBefore: 2 });
    await aReminder(db);
    const all = await call('GET', '', headers);
    expect(all.headers['x-total-count']).toBe('2');
    expect(all.json()).toMatchObject([
      { task: { _id: sooner.id, title: sooner.title, date: '2026-11-28T14:00:00.000Z' }, daysBefore: 2 },
      { task: { _id: activity.id } },
    ]);
    const second = await call('GET', '?limit=1&offset=1', headers);
    expect(second.json()).toMatchObject([{ task: { _id: activity.id } }]);
    expect(second.headers['x-total-count']).toBe('2');
    expect((await call('GET', '?limit=-1', headers)).statusCode).toBe(400);
  });
});

describe('PUT and DELETE /notifications/:id', () => {
  it('change the days, and reschedule only if they differ', async () => {
    const { user, headers } = await signedIn(db);
    const { id: activityId } = await anActivity(db, { ownerId: user.id });
    const { id } = await aReminder(db, { userId: user.id, activityId, dueAt: null });
    const planned = async () => (await db.select().from(reminders).where(eq(reminders.id, id)))[0];
    const scheduled = async () =>
      (await db.select().from(dueWork).where(eq(dueWork.key, id))).map(({ at }) => at);
    expect((await call('PUT', `/${id}`, headers, { daysBefore: 1 })).statusCode).toBe(200);
    expect(await planned()).toMatchObject({ daysBefore: 1 });
    expect(await scheduled()).toEqual([]);
    const changed = await call('PUT', `/${id}`, headers, { daysBefore: 30, task: UNKNOWN });
    expect(changed.json()).toMatchObject({ _id: id, daysBefore: 30, task: { _id: activityId } });
    expect(await planned()).toMatchObject({ daysBefore: 30 });
    expect(await scheduled()).toEqual([UNPLANNED]);
    expect((await call('DELETE', `/${id}`, headers)).statusCode).toBe(204);
    expect(await planned()).toBeUndefined();
    expect((await call('DELETE', `/${id}`, headers)).statusCode).toBe(404);
  });

  it("reject another account's, an unknown one, an invalid id and invalid days", async () => {
    const { headers } = await signedIn(db);
    const theirs = await aReminder(db);
    for (const id of [theirs.id, UNKNOWN]) {
      const expected = { status: 404, code: 'NOT_FOUND', message: 'Recordatorio no encontrado' };
      expect(errorOf(await call('PUT', `/${id}`, headers, { daysBefore: 3 }))).toEqual(expected);
      expect(errorOf(await call('DELETE', `/${id}`, headers))).toEqual(expected);
    }
    expect((await call('PUT', '/x', headers, { daysBefore: 3 })).statusCode).toBe(400);
    expect((await call('DELETE', '/x', headers)).statusCode).toBe(400);
    for (const daysBefore of [0, 31, '3', 3.5, undefined]) {
      expect((await call('PUT', `/${theirs.id}`, headers, { daysBefore })).statusCode).toBe(400);
    }
    expect(await db.select().from(reminders).where(eq(reminders.id, theirs.id))).toMatchObject([
      { daysBefore: 1 },
    ]);
  });
});

it.each([
  ['POST', ''],
  ['GET', ''],
  ['PUT', `/${UNKNOWN}`],
  ['DELETE', `/${UNKNOWN}`],
] as const)('%s /notifications%s needs a session', async (method, path) => {
  expect(errorOf(await call(method, path, {}, method === 'GET' ? undefined : {}))).toMatchObject({
    status: 401,
    message: 'No autorizado. Inicia sesión nuevamente.',
  });
});
