import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aReminder, signedIn } from '../../../test/factories.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { reminders } from './schema.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const prior = await testApp({ MODERATION: 'prior' }, database);
const { db } = app.platform;

/** An account with a reminder of another account's activity, which it attends. */
async function reminded() {
  const owner = await signedIn(db);
  const person = await signedIn(db);
  const activity = await anActivity(db, { ownerId: owner.user.id });
  const { id: userId, email } = person.user;
  const attendance = await anAttendance(db, { activityId: activity.id, userId, email });
  const reminder = await aReminder(db, { activityId: activity.id, userId });
  return { owner, activity, attendance, reminder, ...person };
}
type Reminded = Awaited<ReturnType<typeof reminded>>;

/** Whether the reminder is listed, the list's count, and the status of a change. */
async function seen({ headers, reminder }: Pick<Reminded, 'headers' | 'reminder'>, at = app) {
  const url = '/api/notifications';
  const list = await at.inject({ url, headers });
  const change = {
    method: 'PUT',
    url: `${url}/${reminder.id}`,
    headers,
    payload: { daysBefore: 2 },
  } as const;
  return [list.json().length, list.headers['x-total-count'], (await at.inject(change)).statusCode];
}
const LISTED = [1, '1', 200];
const HIDDEN = [0, '0', 404];

const set = (id: string, values: Partial<typeof activities.$inferInsert>) =>
  db.update(activities).set(values).where(eq(activities.id, id));
const REJECTED = { status: 'rejected', rejectionReason: 'r' } as const;
const isLeft = async (id: string) => (await db.$count(reminders, eq(reminders.id, id))) === 1;

beforeEach(() => {
  for (const each of [app, prior]) each.setNow(NOON);
});

describe('a reminder that cannot be sent is neither listed nor changed', () => {
  it.each<[string, (person: Reminded) => Promise<unknown>]>([
    ['of what is over', ({ activity }) => set(activity.id, { date: new Date(NOON.getTime() - 1) })],
    ['of what is rejected', ({ activity }) => set(activity.id, REJECTED)],
    [
      'of a cancelled attendance',
      ({ attendance }) => db.delete(attendances).where(eq(attendances.id, attendance.id)),
    ],
  ])('%s', async (_case, spoil) => {
    const person = await reminded();
    expect(await seen(person)).toEqual(LISTED);
    await spoil(person);
    expect(await seen(person)).toEqual(HIDDEN);
    const url = `/api/notifications/${person.reminder.id}`;
    expect((await app.inject({ method: 'DELETE', url, headers: person.headers })).statusCode).toBe(204);
  });

  it('of a pending activity under prior moderation', async () => {
    const person = await reminded();
    expect(await seen(person, prior)).toEqual(HIDDEN);
    await set(person.activity.id, { status: 'approved' });
    expect(await seen(person, prior)).toEqual(LISTED);
  });

  it('is listed for the owner of a rejected activity, and for an attendance by e-mail', async () => {
    const { owner, activity, attendance, ...person } = await reminded();
    await db.update(attendances).set({ userId: null }).where(eq(attendances.id, attendance.id));
    expect(await seen(person)).toEqual(LISTED);
    const own = await aReminder(db, { activityId: activity.id, userId: owner.user.id });
    await set(activity.id, REJECTED);
    expect(await seen({ headers: owner.headers, reminder: own })).toEqual(LISTED);
  });
});

describe('a reminder is deleted with the attendance', () => {
  type Headers = Record<string, string>;
  const cancel = (activityId: string, headers: Headers, payload: object = {}) =>
    app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${activityId}`, headers, payload });

  it.each<[string, (person: Reminded) => Promise<{ statusCode: number }>]>([
    ['cancelled by the account', ({ activity, headers }) => cancel(activity.id, headers)],
    [
      'cancelled by the owner',
      ({ activity, owner, user }) => cancel(activity.id, owner.headers, { email: user.email }),
    ],
    [
      'removed by the owner',
      ({ attendance, owner }) =>
        app.inject({ method: 'DELETE', url: `/api/attendances/${attendance.id}`, headers: owner.headers }),
    ],
    [
      "made another person's by the owner",
      ({ attendance, owner }) =>
        app.inject({
          method: 'PUT',
          url: `/api/attendances/${attendance.id}`,
          headers: owner.headers,
          payload: { name: 'Otra', email: `otra-${attendance.id}@example.org` },
        }),
    ],
  ])('%s', async (_case, end) => {
    const person = await reminded();
    const other = await aReminder(db, { userId: person.user.id, activityId: (await anActivity(db)).id });
    const theirs = await aReminder(db, { activityId: person.activity.id, userId: person.owner.user.id });
    const reply = await end(person);
    expect(reply.statusCode).toBeLessThan(300);
    expect(await isLeft(person.reminder.id)).toBe(false);
    expect([await isLeft(other.id), await isLeft(theirs.id)]).toEqual([true, true]);
  });

  it('confirmed without signing in', async () => {
    const { activity, attendance, headers, reminder } = await reminded();
    await db.update(attendances).set({ userId: null }).where(eq(attendances.id, attendance.id));
    expect((await cancel(activity.id, headers)).statusCode).toBe(200);
    expect(await isLeft(reminder.id)).toBe(false);
  });

  it('but not the reminder of the owner, who need not attend', async () => {
    const { user, headers } = await signedIn(db);
    const { id: activityId } = await anActivity(db, { ownerId: user.id });
    await anAttendance(db, { activityId, userId: user.id, email: user.email });
    const { id } = await aReminder(db, { activityId, userId: user.id });
    expect((await cancel(activityId, headers)).statusCode).toBe(200);
    expect(await isLeft(id)).toBe(true);
  });
});
