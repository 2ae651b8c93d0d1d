import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { concurrently } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { countAttendanceStatistics } from '../attendance/participants/service.ts';
import { attendances } from '../attendance/schema.ts';
import { attendanceStatistics as stored } from './schema.ts';
import { invalidateCounted, lastCounted, storeCounted, tryLockCounting } from './statistics-repository.ts';
import { attendanceStatistics } from './statistics-service.ts';

// Two processes on one database.
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
    // Each of the first six has one more than the next, and the last has none.
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
    // Deleted accounts are anonymous.
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
      // The start of the current week, the end of the previous one, and one before the range.
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
    const { pool } = database.connection;
    let taken = 0;
    const count = () => (taken += 1);
    pool.on('acquire', count);
    const counted = await concurrently(20, read);
    pool.off('acquire', count);
    expect(counted.map(({ totalAttendances }) => totalAttendances)).toEqual(
      Array.from({ length: 20 }, () => 1),
    );
    // Each request reads the stored row; one counts and stores. A read during the count is repeated once. If each request
    // counted, there would be 60.
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
