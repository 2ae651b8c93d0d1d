import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { attendances } from '../attendance/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { reminders } from '../reminders/schema.ts';
import { auditLog } from './schema.ts';

// Two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
await here.startJobs();
await there.startJobs();
const address = await listenOnFreePort(there.server);
const admin = await signedIn(db, { role: 'admin' });
const unknown = '01980000-0000-7000-8000-000000000000';
const HOUR_MS = 3_600_000;

const remove = (id: string, app = here) =>
  app.inject({ method: 'DELETE', url: `/api/admin-panel/attendances/${id}`, headers: admin.headers });
const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));

describe('DELETE /admin-panel/attendances/{id}', () => {
  it('deletes it with its link and reminder, notifies the owner, and is logged', async () => {
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id });
    const visit = await aVisit(db, { activityId: activity.id, name: 'Luz' });
    const { id } = visit.attendance;
    await aReminder(db, { activityId: activity.id, attendanceId: id });
    const reply = await remove(id);
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect(await db.$count(attendances, eq(attendances.id, id))).toBe(0);
    expect(await db.$count(reminders, eq(reminders.activityId, activity.id))).toBe(0);
    const link = {
      method: 'POST',
      url: '/api/attendances/personal',
      payload: { token: visit.token },
    } as const;
    expect(errorOf(await here.inject(link))).toMatchObject({ status: 400, code: 'INVALID_TOKEN' });
    expect((await bellOf(owner.user.id)).map(({ type, message }) => [type, message])).toEqual([
      ['cancellation', `Quien administra Minga quitó a Luz de la lista de «${activity.title}».`],
    ]);
    expect(await actionsOn(id)).toMatchObject([
      {
        actorId: admin.user.id,
        action: 'attendance.delete',
        targetType: 'attendance',
        at: NOON,
        details: {},
      },
    ]);
  });

  it('deletes the reminder of the attending account', async () => {
    const activity = await anActivity(db);
    const user = await aUser(db);
    const { id } = await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
    await aReminder(db, { activityId: activity.id, userId: user.id });
    await remove(id);
    expect(await db.$count(reminders, eq(reminders.userId, user.id))).toBe(0);
  });

  it('updates the owner’s open list, in another process', async () => {
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id });
    const { id } = await anAttendance(db, { activityId: activity.id });
    const live = await connectLive(address, owner.headers);
    await remove(id);
    await expect
      .poll(() => live.received)
      .toContainEqual(['asistentes_actualizados', { taskId: activity.id }]);
  });

  it('deletes anonymised attendances, and those of rejected and past activities; past ones without notification', async () => {
    const owner = await signedIn(db);
    const values = { ownerId: owner.user.id, date: new Date(NOON.getTime() - HOUR_MS) };
    const past = await anActivity(db, { ...values, status: 'rejected', rejectionReason: 'No' });
    const { id } = await anAttendance(db, { activityId: past.id, name: null, email: null });
    expect((await remove(id)).statusCode).toBe(204);
    expect(await bellOf(owner.user.id)).toEqual([]);
  });

  it('rejects unknown ids, without a log entry', async () => {
    const expected = { status: 404, code: 'NOT_FOUND', message: 'Asistencia no encontrada' };
    expect(errorOf(await remove(unknown))).toEqual(expected);
    expect(errorOf(await remove('uno'))).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(await actionsOn(unknown)).toEqual([]);
  });

  it('is done, notified and logged once by twenty concurrent requests', async () => {
    const owner = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id });
    const { id } = await anAttendance(db, { activityId: activity.id });
    const replies = await concurrently(20, index => remove(id, index % 2 === 0 ? here : there));
    expect(tally(replies)).toEqual({ 204: 1, 404: 19 });
    expect([(await bellOf(owner.user.id)).length, (await actionsOn(id)).length]).toEqual([1, 1]);
  });

  it('causes no fault while the attendee cancels and the owner deletes the activity', async () => {
    for (let round = 0; round < 10; round += 1) {
      const owner = await signedIn(db);
      const activity = await anActivity(db, { ownerId: owner.user.id });
      const visit = await aVisit(db, { activityId: activity.id });
      const cancel = {
        method: 'DELETE',
        url: `/api/attendances/cancel/${activity.id}`,
        payload: { token: visit.token },
      } as const;
      const drop = { method: 'DELETE', url: `/api/tasks/${activity.id}`, headers: owner.headers } as const;
      const replies = await Promise.all([
        remove(visit.attendance.id),
        there.inject(cancel),
        there.inject(drop),
      ]);
      for (const reply of replies) expect(reply.statusCode).toBeLessThan(500);
      const noted = await actionsOn(visit.attendance.id);
      expect(noted).toHaveLength(replies[0].statusCode === 204 ? 1 : 0);
    }
  });
});
