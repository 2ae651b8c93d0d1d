import { eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import {
  anActivity,
  anAttendance,
  anOccurrence,
  aUser,
  aVisit,
  signedIn,
} from '../../../../test/factories.ts';
import { concurrently } from '../../../../test/requests.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { activities } from '../../activities/schema.ts';
import { attendanceLinks, attendances, erasedVisitors } from '../schema.ts';
import { eraseExpiredVisitors } from './service.ts';

const app = await testApp();
const { db } = app.platform;
const DAY_MS = 24 * 3_600_000;
const PATIENCE_MS = 30_000;
const inDays = (days: number, from = NOON) => new Date(from.getTime() + days * DAY_MS);
const rowOf = async (id: string) => (await db.select().from(attendances).where(eq(attendances.id, id)))[0];
const erase = (batchSize?: number) => eraseExpiredVisitors(app.platform, undefined, batchSize);
async function report() {
  const { headers } = await signedIn(db, { role: 'superadmin' }, app.platform.clock());
  return (await app.inject({ url: '/api/admin/retention', headers })).json();
}
const EMPTY = { name: null, email: null, phone: null, userId: null, proofHash: null, answers: [] };

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(activities);
  await db.delete(erasedVisitors);
});

/** Creates a visitor of an activity that ended at noon. */
async function ended(values: Parameters<typeof anActivity>[1] = {}) {
  const activity = await anActivity(db, { date: inDays(-0.25), endDate: NOON, ...values });
  return {
    activity,
    ...(await aVisit(db, { activityId: activity.id, phone: '+573001234567', companions: 2 })),
  };
}

describe('the job', () => {
  it.each([
    [179, 0],
    [180, 1],
    [181, 1],
  ])('%i days after the end erases %i attendances', async (days, count) => {
    const { attendance } = await ended();
    app.setNow(inDays(days));
    expect(await erase()).toBe(count);
    expect((await rowOf(attendance.id))?.name).toBe(count === 0 ? 'Luz' : null);
  });

  it('spares an activity that an organiser moves after it was listed', async () => {
    const { attendance, activity } = await ended();
    app.setNow(inDays(200));
    const moved = db.transaction(async tx => {
      const isMoved = { date: inDays(201), endDate: null };
      await tx.update(activities).set(isMoved).where(eq(activities.id, activity.id));
      const erasing = erase();
      await vi.waitFor(async () => expect(await countLockWaits(db)).toBe(1), PATIENCE_MS);
      return { erasing };
    });
    expect(await (await moved).erasing).toBe(0);
    expect((await rowOf(attendance.id))?.name).toBe('Luz');
  });

  it('erases name, contact, proof and links, and counts people, companions and hours as before', async () => {
    const { attendance, activity, token } = await ended();
    const helped = { checkedInAt: NOON, hours: 2.5, answers: [{ questionId: 'a', value: 'Soy celíaca' }] };
    await db.update(attendances).set(helped).where(eq(attendances.id, attendance.id));
    const impact = async () => (await app.inject({ url: '/api/tasks/impact' })).json();
    app.setNow(inDays(1));
    const before = await impact();
    app.setNow(inDays(200));
    expect(await erase()).toBe(1);
    expect(await rowOf(attendance.id)).toMatchObject({
      ...EMPTY,
      activityId: activity.id,
      companions: 2,
      status: 'confirmed',
      checkedInAt: NOON,
      hours: 2.5,
    });
    expect(await db.$count(attendanceLinks, eq(attendanceLinks.attendanceId, attendance.id))).toBe(0);
    const link = await app.inject({ method: 'POST', url: '/api/attendances/personal', payload: { token } });
    expect(link.statusCode).toBe(400);
    const { activities: held, people, hours } = await impact();
    expect({ held, people, hours }).toEqual({
      held: before.activities,
      people: before.people,
      hours: before.hours,
    });
    expect(people).toBe(3);
  });

  it('counts from the start without an end, from the new end when it was moved, and by each date of a series', async () => {
    const open = await ended({ endDate: null, date: inDays(-1) });
    const moved = await ended();
    await db
      .update(activities)
      .set({ date: inDays(2), endDate: inDays(3) })
      .where(eq(activities.id, moved.activity.id));
    const { seriesId, id: first } = await anOccurrence(db, { date: inDays(-30) });
    const { id: second } = await anActivity(db, { seriesId, seriesIndex: 2, date: inDays(-1) });
    const early = await anAttendance(db, { activityId: first, email: 'ana@example.org' });
    const late = await anAttendance(db, { activityId: second, email: 'ana@example.org' });
    app.setNow(inDays(160));
    await erase();
    expect((await rowOf(early.id))?.name).toBeNull();
    expect((await rowOf(late.id))?.name).toBe('Luz');
    app.setNow(inDays(179));
    expect(await erase()).toBe(2);
    expect((await rowOf(open.attendance.id))?.name).toBeNull();
    expect((await rowOf(moved.attendance.id))?.name).toBe('Luz');
    app.setNow(inDays(183));
    expect(await erase()).toBe(1);
  });

  it('erases those who were added, walked in or wait, and leaves attendances of accounts', async () => {
    const { activity } = await ended();
    const activityId = activity.id;
    const walkIn = { activityId, email: null, name: 'Sin correo', checkedInAt: NOON };
    await anAttendance(db, walkIn);
    await anAttendance(db, { activityId, status: 'waiting', queueNumber: 1 });
    const user = await aUser(db);
    const inactive = await aUser(db, { isActive: false });
    await anAttendance(db, { activityId, userId: user.id, email: user.email });
    // This attendance was confirmed without a session, with the address of an account.
    await anAttendance(db, { activityId, email: inactive.email });
    app.setNow(inDays(181));
    expect(await erase()).toBe(3);
    expect(await erase()).toBe(0);
    expect(await db.$count(attendances, isNull(attendances.name))).toBe(3);
  });

  it('goes on in batches where a killed run stopped', async () => {
    const { activity } = await ended();
    await concurrently(9, index => anAttendance(db, { activityId: activity.id, name: `Luz ${index}` }));
    await ended();
    app.setNow(inDays(181));
    const killed = AbortSignal.abort();
    await expect(eraseExpiredVisitors(app.platform, killed, 2)).rejects.toThrow();
    const runs = await Promise.all([erase(3), erase(4)]);
    expect(runs.reduce((sum, erased) => sum + erased, 0)).toBeLessThanOrEqual(11);
    await erase(3);
    expect(await db.$count(attendances, isNull(attendances.name))).toBe(11);
    expect((await report()).erased).toEqual([{ day: '2027-05-21', people: 11 }]);
  });

  it('is not held up by an attendance that cannot be erased, which the next run tries again', async () => {
    const { id: activityId } = await anActivity(db, { date: inDays(-200) });
    const visits = [
      await aVisit(db, { activityId }),
      await aVisit(db, { activityId }),
      await aVisit(db, { activityId }),
    ];
    const [one = '', bad = '', other = ''] = visits.map(({ attendance }) => attendance.id);
    await db.execute(
      sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    );
    await db.execute(
      sql.raw(
        `create trigger fail before update on attendances for each row when (old.id = '${bad}') execute function fail()`,
      ),
    );
    expect(await erase()).toBe(2);
    const names = async () => (await Promise.all([one, bad, other].map(rowOf))).map(row => row?.name);
    expect(await names()).toEqual([null, 'Luz', null]);
    await db.execute(sql`drop trigger fail on attendances`);
    app.setNow(inDays(1));
    expect(await erase()).toBe(1);
    expect(await names()).toEqual([null, null, null]);
  });

  it('deletes e-mails to addresses that attend nothing else, and no others', async () => {
    const { activity, email } = await ended();
    const upcoming = await anActivity(db, { date: inDays(200) });
    await anAttendance(db, { activityId: activity.id, email: 'vuelve@example.org' });
    await anAttendance(db, { activityId: upcoming.id, email: 'vuelve@example.org' });
    const mail = { subject: 's', html: 'h', text: 't', createdAt: NOON };
    await db.insert(mails).values([
      { ...mail, recipient: email },
      { ...mail, recipient: email, sentAt: NOON },
      { ...mail, recipient: 'vuelve@example.org' },
    ]);
    app.setNow(inDays(181));
    expect(await erase()).toBe(2);
    expect((await db.select().from(mails)).map(({ recipient }) => recipient)).toEqual(['vuelve@example.org']);
  });

  it('does not hinder a check-in at the same time', async () => {
    const { activity, attendance } = await ended();
    app.setNow(inDays(181));
    const door = db
      .update(attendances)
      .set({ checkedInAt: NOON })
      .where(eq(attendances.id, attendance.id))
      .execute();
    await Promise.all([door, erase()]);
    expect(await rowOf(attendance.id)).toMatchObject({
      name: null,
      checkedInAt: NOON,
      activityId: activity.id,
    });
  });
});

describe('GET /admin/retention', () => {
  it('says what is erased in the next 30 days, and what was erased by day', async () => {
    expect(await report()).toEqual({
      days: 180,
      upcoming: { people: 0, activities: 0, from: null },
      erased: [],
    });
    const { activity } = await ended();
    await anAttendance(db, { activityId: activity.id });
    await ended({ date: inDays(28.5), endDate: inDays(29) });
    await ended({ date: inDays(30.5), endDate: inDays(31) });
    app.setNow(inDays(150));
    const from = inDays(180).toISOString();
    expect((await report()).upcoming).toEqual({ people: 2, activities: 1, from });
    app.setNow(inDays(179));
    expect((await report()).upcoming).toEqual({ people: 3, activities: 2, from });
    app.setNow(inDays(180));
    await erase();
    app.setNow(inDays(209));
    await erase();
    expect(await report()).toEqual({
      days: 180,
      upcoming: { people: 1, activities: 1, from: inDays(211).toISOString() },
      erased: [
        { day: '2027-06-18', people: 1 },
        { day: '2027-05-20', people: 2 },
      ],
    });
  });
});
