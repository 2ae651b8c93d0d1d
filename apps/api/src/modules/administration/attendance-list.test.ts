import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { anonymiseAttendances } from '../attendance/own/service.ts';
import { attendances } from '../attendance/schema.ts';
import { allAttendances } from './attendance-service.ts';

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
// Confirmed without signing in, with the e-mail of an account.
const signedOut = await anAttendance(db, {
  activityId: hidden.id,
  name: 'R.',
  email: rosa.email,
  createdAt: at(-1),
});
// 19:30 of the previous day in Popayán is this day in UTC.
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
    // No statistics yet.
    expect(await page(0, 3)).toEqual([[signedOut.id, own.id], 4]);
    await app.inject({ url: '/api/admin-panel/attendances/stats', headers });
    const newest = await anAttendance(db, { activityId: hidden.id });
    expect(await page(0, 6)).toEqual([[newest.id, signedOut.id], 5]);
    expect(await page(3, 6, 1)).toEqual([[visit.attendance.id], 5]);
    expect(await page(0, 3)).toEqual([[newest.id, signedOut.id], 4]);
    // The total of that time, listed from the end.
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
