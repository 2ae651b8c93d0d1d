import { SITE_NAME } from '@minga/contract/site-words';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { anonymiseAttendances } from '../attendance/own/service.ts';
import { countAttendanceStatistics } from '../attendance/participants/service.ts';
import { attendances } from '../attendance/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { reminders } from '../reminders/schema.ts';
import { allAttendances, attendanceStatistics } from './attendance-service.ts';
import { invalidateCounted, lastCounted, storeCounted, tryLockCounting } from './repository.ts';
import { auditLog, attendanceStatistics as stored } from './schema.ts';

describe('attendance list', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const unknown = '01980000-0000-7000-8000-000000000000';
  const HOUR_MS = 3_600_000;
  const { headers } = await signedIn(db, { role: 'admin' });
  const activity = await anActivity(db, { title: 'Siembra' });
  const hidden = await anActivity(db, { title: 'Olla', status: 'rejected', rejectionReason: 'No' });
  const rosa = await aUser(db, { username: 'Rosa', email: 'rosa@example.org' });
  const deleted = await aUser(db, { username: 'Ido', email: 'ido@example.org' });
  const at = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
  const visit = await aVisit(db, {
    activityId: activity.id,
    name: 'Luz',
    email: 'luz@example.org',
    createdAt: at(-3),
  });
  const own = await anAttendance(db, {
    activityId: activity.id,
    name: 'Rosita',
    email: rosa.email,
    userId: rosa.id,
    createdAt: at(-2),
  });
  // This attendance was confirmed without signing in, with the e-mail of an account.
  const signedOut = await anAttendance(db, {
    activityId: hidden.id,
    name: 'R.',
    email: rosa.email,
    createdAt: at(-1),
  });
  // This attendance was created at 19:30 on the 20th in Popayán, which is the 21st in UTC.
  const left = await anAttendance(db, {
    activityId: activity.id,
    userId: deleted.id,
    email: deleted.email,
    createdAt: new Date('2026-11-21T00:30:00.000Z'),
  });
  await db.transaction(tx => anonymiseAttendances(tx, [deleted]));

  const list = (query: Record<string, string> = {}) =>
    app.inject({ url: '/api/admin-panel/attendances', query, headers });
  async function ids(query: Record<string, string> = {}): Promise<[string[], string]> {
    const reply = await list(query);
    expect(reply.statusCode).toBe(200);
    return [reply.json().map(({ _id }: { _id: string }) => _id), String(reply.headers['x-total-count'])];
  }

  describe('GET /admin-panel/attendances', () => {
    it('lists all with activity and attendee, the newest first', async () => {
      const task = { _id: activity.id, title: 'Siembra', date: activity.date.toISOString() };
      const account = { _id: rosa.id, username: 'Rosa', email: 'rosa@example.org' };
      expect((await list()).json()).toEqual([
        {
          _id: signedOut.id,
          task: { _id: hidden.id, title: 'Olla', date: hidden.date.toISOString() },
          user: account,
          createdAt: at(-1).toISOString(),
        },
        { _id: own.id, task, user: account, createdAt: at(-2).toISOString() },
        {
          _id: visit.attendance.id,
          task,
          user: { _id: null, username: 'Luz', email: 'luz@example.org' },
          createdAt: at(-3).toISOString(),
        },
        { _id: left.id, task, user: null, createdAt: '2026-11-21T00:30:00.000Z' },
      ]);
    });

    it.each<[Record<string, string>, string[]]>([
      [{ activityId: activity.id }, [own.id, visit.attendance.id, left.id]],
      [{ activityId: unknown }, []],
      [{ userId: rosa.id }, [signedOut.id, own.id]],
      [{ userId: rosa.id, activityId: activity.id }, [own.id]],
      [{ userId: unknown }, []],
      [{ userId: '', activityId: '', date: '' }, [signedOut.id, own.id, visit.attendance.id, left.id]],
      [{ date: '2026-11-21' }, [signedOut.id, own.id, visit.attendance.id]],
      [{ date: '2026-11-20' }, [left.id]],
      [{ date: '2026-11-22' }, []],
    ])('filters by %j', async (query, expected) => {
      expect(await ids(query)).toEqual([expected, String(expected.length)]);
    });

    it('returns pages with the total', async () => {
      expect(await ids({ limit: '2' })).toEqual([[signedOut.id, own.id], '4']);
      expect(await ids({ limit: '2', offset: '2' })).toEqual([[visit.attendance.id, left.id], '4']);
      expect(await ids({ limit: '2', offset: '3' })).toEqual([[left.id], '4']);
      expect(await ids({ limit: '2', offset: '9' })).toEqual([[], '4']);
      expect(await ids({ limit: '1', userId: rosa.id })).toEqual([[signedOut.id], '2']);
    });

    it('uses the total of the statistics if there are too many to count per page', async () => {
      const filter = { activityId: undefined, userId: undefined, day: undefined };
      const page = async (offset: number, most: number, limit = 2) => {
        const { rows, total } = await allAttendances(app.platform, filter, { limit, offset }, most);
        return [rows.map(({ attendance }) => attendance.id), total];
      };
      // There are no statistics yet, so that the page counts.
      expect(await page(0, 3)).toEqual([[signedOut.id, own.id], 4]);
      await app.inject({ url: '/api/admin-panel/attendances/stats', headers });
      const newest = await anAttendance(db, { activityId: hidden.id });
      expect(await page(0, 6)).toEqual([[newest.id, signedOut.id], 5]);
      expect(await page(3, 6, 1)).toEqual([[visit.attendance.id], 5]);
      expect(await page(0, 3)).toEqual([[newest.id, signedOut.id], 4]);
      // The total is that of the statistics, and the page is read from the end.
      expect(await page(3, 3)).toEqual([[left.id], 4]);
      expect(await page(4, 3)).toEqual([[], 4]);
      app.setNow(at(1));
      expect(await page(0, 3)).toEqual([[newest.id, signedOut.id], 5]);
      app.setNow(NOON);
      await db.delete(attendances).where(eq(attendances.id, newest.id));
    });

    it.each([
      [{ activityId: 'uno' }, ['Identificador no válido']],
      [{ userId: 'uno' }, ['Identificador no válido']],
      [{ date: 'hoy' }, ['La fecha debe ser como 2026-11-21']],
      [{ date: '2026-11-31' }, ['La fecha debe ser como 2026-11-21']],
      [{ offset: '-1' }, ['El desplazamiento debe ser un número entero entre 0 y 10000000']],
    ])('rejects %j', async (query, sentences) => {
      const { status, code, message } = errorOf(await list(query));
      expect([status, code, [message].flat()]).toEqual([400, 'VALIDATION', sentences]);
    });
  });
});

describe('attendance removal', async () => {
  // The two apps stand for two processes on one database.
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
        ['cancellation', `Quien administra ${SITE_NAME} quitó a Luz de la lista de «${activity.title}».`],
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
});

describe('attendance statistics', async () => {
  // The two apps stand for two processes on one database.
  const database = await testDatabase();
  const here = await testApp({}, database);
  const there = await testApp({}, database);
  const { db } = here.platform;
  const admin = await signedIn(db, { role: 'admin' });
  const url = '/api/admin-panel/attendances/stats';
  const stats = async (app = here) => (await app.inject({ url, headers: admin.headers })).json();
  const total = async (app = here): Promise<number> => (await stats(app)).totalAttendances;
  const after = (seconds: number) => {
    const now = new Date(NOON.getTime() + seconds * 1000);
    for (const app of [here, there]) app.setNow(now);
    return now.toISOString();
  };
  const remove = (id: string, app = here) =>
    app.inject({ method: 'DELETE', url: `/api/admin-panel/attendances/${id}`, headers: admin.headers });

  beforeEach(async () => {
    after(0);
    await db.delete(attendances);
    await db.delete(activities);
    await db.delete(stored);
  });

  describe('GET /admin-panel/attendances/stats', () => {
    it('returns zeros and twelve weeks without attendances', async () => {
      const { attendancesByWeek, ...counts } = await stats();
      expect(counts).toEqual({
        totalAttendances: 0,
        uniqueUsersAttended: 0,
        activitiesWithAttendances: 0,
        topActivities: [],
        topUsers: [],
        countedAt: NOON.toISOString(),
      });
      expect(attendancesByWeek).toHaveLength(12);
      expect(attendancesByWeek.at(-1)).toEqual({ week: '2026-11-16', count: 0 });
    });

    it('counts people by account, else by e-mail, and lists the top five', async () => {
      const made = [];
      for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) made.push(await anActivity(db, { title }));
      const rosa = await aUser(db, { username: 'Rosa' });
      // The first activity has six attendances, each further one has one less, and the last has none.
      for (const [index, { id: activityId }] of made.slice(0, 6).entries()) {
        for (let person = 0; person < 6 - index; person += 1) {
          const email = person === 0 ? rosa.email : `luz${person}@example.org`;
          const userId = person === 0 && index < 3 ? rosa.id : null;
          await anAttendance(db, {
            activityId,
            email,
            userId,
            name: `Luz ${index}`,
            createdAt: new Date(+NOON + index),
          });
        }
      }
      // This is the attendance of a deleted account, which is anonymous.
      await anAttendance(db, { activityId: made[0]?.id ?? '', name: null, email: null });
      const { topActivities, topUsers, ...counts } = await stats();
      expect(counts).toMatchObject({
        totalAttendances: 22,
        uniqueUsersAttended: 6,
        activitiesWithAttendances: 6,
      });
      expect(topActivities).toEqual(
        made
          .slice(0, 5)
          .map(({ id, title }, index) => ({ activityId: id, title, count: index === 0 ? 7 : 6 - index })),
      );
      expect(topUsers).toEqual([
        { userId: rosa.id, username: 'Rosa', count: 6 },
        { userId: null, username: 'Luz 4', count: 5 },
        { userId: null, username: 'Luz 3', count: 4 },
        { userId: null, username: 'Luz 2', count: 3 },
        { userId: null, username: 'Luz 1', count: 2 },
      ]);
    });

    it('counts by weeks from Monday in the time zone of the site', async () => {
      const { id: activityId } = await anActivity(db);
      const moments = [
        // The first two are in the current week, the third ends the previous one, the fourth begins the range, and the last is before it.
        '2026-11-16T05:00:00.000Z',
        '2026-11-21T16:00:00.000Z',
        '2026-11-16T04:59:59.999Z',
        '2026-08-31T05:00:00.000Z',
        '2026-08-31T04:59:59.999Z',
      ];
      for (const moment of moments) await anAttendance(db, { activityId, createdAt: new Date(moment) });
      const { attendancesByWeek: weeks } = await stats();
      expect([weeks.at(0), weeks.at(-2), weeks.at(-1)]).toEqual([
        { week: '2026-08-31', count: 1 },
        { week: '2026-11-09', count: 1 },
        { week: '2026-11-16', count: 2 },
      ]);
      expect(weeks.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(4);
    });
  });

  describe('the statistics of attendances', () => {
    it('are cached for half a minute for all processes, then served stale and recounted', async () => {
      expect(await total()).toBe(0);
      await anAttendance(db);
      after(29.999);
      expect([await total(), await total(there)]).toEqual([0, 0]);
      const now = after(30);
      expect(await total()).toBe(0);
      await expect.poll(() => total(there)).toBe(1);
      expect((await stats()).countedAt).toBe(now);
    });

    it('are counted before the response if they are too old', async () => {
      await stats();
      await anAttendance(db);
      after(10 * 60 + 1);
      expect(await total(there)).toBe(1);
    });

    it('are recounted after the clock is set back', async () => {
      after(3600);
      await stats();
      await anAttendance(db);
      after(0);
      expect(await total()).toBe(1);
    });

    it('reflect an admin’s deletion at once, in every process', async () => {
      const { id } = await anAttendance(db);
      await anAttendance(db);
      expect([await total(), await total(there)]).toEqual([2, 2]);
      expect((await remove(id, there)).statusCode).toBe(204);
      expect([await total(), await total(there)]).toEqual([1, 1]);
      expect((await remove(id)).statusCode).toBe(404);
    });

    it('contain no names of deleted accounts', async () => {
      const { id, email } = await aUser(db, { username: 'Rosa' });
      await anAttendance(db, { userId: id, email });
      expect((await stats()).topUsers).toMatchObject([{ username: 'Rosa' }]);
      const { deletions } = await lastCounted(db);
      const account = {
        method: 'DELETE',
        url: `/api/admin-panel/users/${id}`,
        headers: admin.headers,
      } as const;
      expect((await here.inject(account)).statusCode).toBe(204);
      expect(await lastCounted(db)).toEqual({ counted: null, deletions: deletions + 1 });
      expect((await stats()).topUsers).toEqual([]);
    });

    it('are not stored if something was deleted during the count', async () => {
      await anAttendance(db);
      const { deletions } = await lastCounted(db);
      const counted = await db.transaction(tx => countAttendanceStatistics(here.platform, tx, NOON));
      await db.transaction(invalidateCounted);
      expect(await storeCounted(db, counted, deletions)).toBe(false);
      expect((await lastCounted(db)).counted).toBeNull();
      expect(await storeCounted(db, counted, deletions + 1)).toBe(true);
    });

    it('are counted once for concurrent requests', async () => {
      await anAttendance(db);
      const read = attendanceStatistics(here.platform);
      const taken = await queriesOf(database.connection, async () => {
        const counted = await concurrently(20, read);
        expect(counted.map(({ totalAttendances }) => totalAttendances)).toEqual(
          Array.from({ length: 20 }, () => 1),
        );
      });
      // Each request reads the stored row, and one counts and stores. A read during the count is repeated once. If each request
      // counted, the pool would be used 60 times.
      expect(taken).toBeLessThan(30);
    });

    it('are counted by one process at a time', async () => {
      await stats();
      await anAttendance(db);
      const { pool } = database.connection;
      await db.transaction(async tx => {
        expect(await tryLockCounting(tx)).toBe(true);
        after(60);
        expect(await total()).toBe(0);
        await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
        expect((await lastCounted(db)).counted?.totalAttendances).toBe(0);
      });
      await total();
      await expect.poll(() => total()).toBe(1);
    });

    it('match the data after concurrent deletions and requests', async () => {
      const { id: activityId } = await anActivity(db);
      const made = [];
      for (let index = 0; index < 12; index += 1) made.push(await anAttendance(db, { activityId }));
      const removed = made.slice(0, 8);
      const replies = await concurrently(24, index => {
        const app = index % 2 === 0 ? here : there;
        const row = index % 3 === 0 ? removed[index / 3] : undefined;
        return row === undefined ? app.inject({ url, headers: admin.headers }) : remove(row.id, app);
      });
      expect(replies.filter(reply => reply.statusCode >= 400)).toEqual([]);
      expect(await db.$count(attendances, eq(attendances.activityId, activityId))).toBe(4);
      expect([await total(), await total(there)]).toEqual([4, 4]);
    });
  });
});
