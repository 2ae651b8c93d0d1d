import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { attendances } from '../attendance/schema.ts';
import { pollReminders } from './jobs.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;
let visitorCount = 0;

const confirm = (taskId: string, values: object = {}, headers: Headers = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name: 'Luz', email: `quien${++visitorCount}@example.org`, ...values },
    headers,
  });
const remindersOf = (activityId: string) =>
  db.select().from(reminders).where(eq(reminders.activityId, activityId));

beforeEach(() => app.setNow(NOON));

it('a visitor who asked for it is reminded one day before, unless the attendance is cancelled', async () => {
  const { id } = await anActivity(db);
  const { _id: attendanceId } = (await confirm(id, { remind: true })).json();
  expect(await remindersOf(id)).toMatchObject([{ attendanceId, userId: null, daysBefore: 1, dueAt: null }]);
  await db.delete(attendances).where(eq(attendances.id, attendanceId));
  expect(await remindersOf(id)).toEqual([]);
});

it('a visitor who did not ask for it is not reminded', async () => {
  const { id } = await anActivity(db);
  for (const values of [{}, { remind: false }]) expect((await confirm(id, values)).statusCode).toBe(201);
  expect(await remindersOf(id)).toEqual([]);
});

it.each(['true', 1, null, {}])('rejects %j as the choice', async remind => {
  const { id } = await anActivity(db);
  expect(errorOf(await confirm(id, { remind }))).toMatchObject({
    status: 400,
    message: ['Indica si quieres un recordatorio'],
  });
  expect(await db.$count(attendances, eq(attendances.activityId, id))).toBe(0);
});

it('an account gets a reminder, unless it has one already', async () => {
  const { id } = await anActivity(db);
  const { user, headers } = await signedIn(db);
  const own = { email: user.email, remind: true };
  await confirm(id, own, headers);
  expect(await remindersOf(id)).toMatchObject([{ userId: user.id, attendanceId: null, daysBefore: 1 }]);
  await db.update(reminders).set({ daysBefore: 7 });
  await db.delete(attendances).where(eq(attendances.activityId, id));
  expect((await confirm(id, own, headers)).statusCode).toBe(201);
  expect(await remindersOf(id)).toMatchObject([{ userId: user.id, daysBefore: 7 }]);
  const listed = await app.inject({ url: '/api/notifications', headers });
  expect(listed.json()).toMatchObject([{ task: { _id: id }, daysBefore: 7 }]);
});

it('concurrent confirmations choose independently, and an account retains its reminder', async () => {
  const [far, today] = [
    await anActivity(db),
    await anActivity(db, { date: new Date('2026-11-21T20:00:00.000Z') }),
  ];
  const { user, headers } = await signedIn(db);
  await db.insert(reminders).values({ userId: user.id, activityId: far.id, daysBefore: 7, createdAt: NOON });
  const replies = await concurrently(24, index =>
    index === 0
      ? confirm(far.id, { email: user.email, remind: true }, headers)
      : confirm(index % 4 === 1 ? today.id : far.id, { remind: index % 2 === 1 }),
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  const chose = replies.filter((_, index) => index % 4 === 3).map(reply => reply.json()._id);
  const set = await remindersOf(far.id);
  expect(set.flatMap(({ attendanceId }) => attendanceId ?? []).sort()).toEqual(chose.sort());
  expect(set.filter(({ userId }) => userId !== null)).toMatchObject([{ userId: user.id, daysBefore: 7 }]);
  expect(await remindersOf(today.id)).toEqual([]);
});

it.each([
  ['later today', '2026-11-22T04:59:59.999Z', 0],
  ['tomorrow, less than a day ahead', '2026-11-22T16:59:59.999Z', 0],
  ['a day ahead', '2026-11-22T17:00:00.000Z', 0],
  ['more than a day ahead', '2026-11-22T17:00:00.001Z', 1],
])('is set for what is %s (%s): %i', async (_case, date, count) => {
  const { id } = await anActivity(db, { date: new Date(date) });
  const { user, headers } = await signedIn(db);
  const visitor = await confirm(id, { remind: true });
  expect(visitor.statusCode).toBe(201);
  await confirm(id, { email: user.email, remind: true }, headers);
  expect(await remindersOf(id)).toHaveLength(2 * count);
  await pollReminders(app.platform);
  // The confirmation e-mail, and no other at the same time.
  for (const email of [visitor.json().email, user.email]) expect(await emailsTo(db, email)).toHaveLength(1);
});

it.each([
  ['is not set for those who will be asked that day whether they come', '2026-12-05T14:00:00Z', {}, 1],
  ['is set for those who confirm too late to be asked', '2026-11-22T20:00:00Z', {}, 3],
  ['is set for those on the waiting list', '2026-12-05T14:00:00Z', { capacity: 1 }, 2],
])('%s', async (_what, date, values, count) => {
  const { user, headers } = await signedIn(db);
  const { id } = await anActivity(db, {
    ...{ ownerId: user.id, date: new Date(date), asksAgain: true },
    ...values,
  });
  for (const [name, email, of] of [
    ['Una', 'una@example.org', {}],
    ['Otra', 'otra@example.org', {}],
    ['Yo', user.email, headers],
  ] as const)
    expect((await confirm(id, { name, email, remind: true }, of)).statusCode).toBe(201);
  expect(await remindersOf(id)).toHaveLength(count);
});

it('the owner cannot choose for others, and a changed e-mail is another person', async () => {
  const { user, headers } = await signedIn(db);
  const { id } = await anActivity(db, { ownerId: user.id });
  expect((await confirm(id, { name: 'Eva', remind: true }, headers)).statusCode).toBe(201);
  expect(await remindersOf(id)).toEqual([]);
  await confirm(id, { name: 'Yo', email: user.email, remind: true }, headers);
  const { _id, email } = (await confirm(id, { name: 'Ana', remind: true })).json();
  const change = (payload: object) =>
    app.inject({ method: 'PUT', url: `/api/attendances/${_id}`, headers, payload });
  await change({ name: 'Ana María', email });
  expect(await remindersOf(id)).toHaveLength(2);
  await change({ name: 'Ana María', email: 'otra@example.org' });
  expect(await remindersOf(id)).toMatchObject([{ userId: user.id }]);
});
