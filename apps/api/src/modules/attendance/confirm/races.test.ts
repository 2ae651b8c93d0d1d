import { and, eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../../test/database.ts';
import { anActivity, anAttendance, aVisit, signedIn } from '../../../../test/factories.ts';
import { concurrently, tally } from '../../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../../test/sent-emails.ts';
import { activities } from '../../activities/schema.ts';
import { notifications } from '../../notifications/schema.ts';
import { anonymiseAttendances } from '../own/service.ts';
import { attendanceLinks, attendances } from '../schema.ts';

// The apps are two processes on one database.
const database = await testDatabase();
const here = await testApp({}, database);
const there = await testApp({}, database);
const { db } = here.platform;
type Headers = Record<string, string>;

const listener = new pg.Client({ connectionString: database.url });
await listener.connect();
const heard: unknown[] = [];
listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
await listener.query('listen minga_live');
afterAll(() => listener.end());

const either = (index: number) => (index % 2 === 0 ? here : there);
const confirm = (index: number, taskId: string, name: string, email: string, headers: Headers = {}) =>
  either(index).inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name, email },
    headers,
  });
const cancel = (index: number, taskId: string, payload: object, headers: Headers = {}) =>
  either(index).inject({ method: 'DELETE', url: `/api/attendances/cancel/${taskId}`, payload, headers });
const change = (index: number, id: string, name: string, email: string, headers: Headers) =>
  either(index).inject({ method: 'PUT', url: `/api/attendances/${id}`, payload: { name, email }, headers });
const rowsOf = (activityId: string) =>
  db.select().from(attendances).where(eq(attendances.activityId, activityId));
const statusesOf = (replies: LightMyRequestResponse[]) => Object.keys(tally(replies)).map(Number);

async function organised() {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  return { user, headers, activityId: activity.id };
}

/** Locks the activity until `count` calls wait for the lock, so that they continue at the same time. */
async function releaseConcurrently<Replies>(
  activityId: string,
  count: number,
  calls: () => Promise<Replies>,
) {
  let pending: Promise<Replies> | undefined;
  await db.transaction(async tx => {
    await tx.select().from(activities).where(eq(activities.id, activityId)).for('update');
    pending = calls();
    await waiting(count);
  });
  if (pending === undefined) throw new Error('nothing was called');
  return pending;
}

/** Resolves when `count` statements wait for a lock. */
const waiting = (count: number) =>
  expect.poll(() => countLockWaits(db), { timeout: 30_000 }).toBeGreaterThanOrEqual(count);

beforeEach(() => {
  for (const app of [here, there]) app.setNow(NOON);
});

it('fifty confirmations of one e-mail over two processes: one 201, forty-nine 409, one notice', async () => {
  const { activityId } = await organised();
  const email = 'tropel@example.org';
  expect(tally(await concurrently(50, index => confirm(index, activityId, `Luz ${index}`, email)))).toEqual({
    201: 1,
    409: 49,
  });
  expect(await rowsOf(activityId)).toHaveLength(1);
  expect((await emailsTo(db, email)).map(({ subject }) => subject)).toEqual([
    `Vas a una actividad${WHEN}`,
    `Ya estás en la lista de una actividad${WHEN}`,
  ]);
  expect(await db.$count(attendanceLinks)).toBe(2);
});

it('eighty concurrent confirmations of several activities, some rejected: each gets its own response', async () => {
  const places = await Promise.all(Array.from({ length: 4 }, organised));
  const past = await anActivity(db, {
    ownerId: places[0]?.user.id ?? '',
    status: 'rejected',
    rejectionReason: 'No.',
  });
  const replies = await concurrently(80, index => {
    const activityId = index % 8 === 7 ? past.id : (places[index % 4]?.activityId ?? '');
    // One in eight confirmations has the e-mail of another concurrent one.
    const email = index % 8 === 6 ? `vecina${index - 4}@example.net` : `vecina${index}@example.net`;
    return confirm(index, activityId, `Vecina ${index}`, email);
  });
  const expected = [201, 201, 201, 201, 201, 201, 409, 404];
  const twins = replies.filter((_, index) => index % 8 === 2 || index % 8 === 6);
  expect(tally(twins)).toEqual({ 201: 10, 409: 10 });
  for (const [index, { statusCode, json }] of replies.entries()) {
    if (index % 8 !== 2 && index % 8 !== 6) expect(statusCode).toBe(expected[index % 8]);
    if (statusCode === 201) expect(json().name).toBe(`Vecina ${index}`);
  }
  const twinEmails = new Set<string | null>(
    Array.from({ length: 10 }, (_, index) => `vecina${index * 8 + 2}@example.net`),
  );
  for (const { activityId, user } of places) {
    const rows = await rowsOf(activityId);
    for (const { id, email } of rows) {
      const isTwin = twinEmails.has(email);
      expect(await emailsTo(db, email ?? '')).toHaveLength(isTwin ? 2 : 1);
      expect(await db.$count(attendanceLinks, eq(attendanceLinks.attendanceId, id))).toBe(isTwin ? 2 : 1);
    }
    expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(rows.length);
  }
});

it('confirmations that wait for a locked activity do not delay those of other activities', async () => {
  const [locked, free] = [await organised(), await organised()];
  const calls: Promise<LightMyRequestResponse[]>[] = [];
  await db.transaction(async tx => {
    await tx.select().from(activities).where(eq(activities.id, locked.activityId)).for('update');
    calls.push(concurrently(20, n => confirm(0, locked.activityId, 'Luz', `luz${n}@example.net`)));
    await waiting(1);
    const others = await concurrently(10, n => confirm(0, free.activityId, 'Ana', `ana${n}@example.net`));
    expect(tally(others)).toEqual({ 201: 10 });
  });
  expect(tally((await Promise.all(calls)).flat())).toEqual({ 201: 20 });
});

it('confirmations of one batch do not wait for those of an activity that is locked', async () => {
  const [locked, free] = [await organised(), await organised()];
  const late: Promise<LightMyRequestResponse>[] = [];
  await db.transaction(async tx => {
    await tx.select().from(activities).where(eq(activities.id, locked.activityId)).for('update');
    const calls = Array.from({ length: 20 }, (_, n) =>
      confirm(0, (n % 2 === 0 ? locked : free).activityId, 'Luz', `lote${n}@example.net`),
    );
    late.push(...calls.filter((_, n) => n % 2 === 0));
    expect(tally(await Promise.all(calls.filter((_, n) => n % 2 === 1)))).toEqual({ 201: 10 });
    await waiting(1);
  });
  expect(tally(await Promise.all(late))).toEqual({ 201: 10 });
});

it('waiting lists that form in one batch are told to the organisers of each activity', async () => {
  const places = await Promise.all(Array.from({ length: 4 }, organised));
  const visit = ({ activityId }: (typeof places)[number], n: number) =>
    confirm(0, activityId, `Vecina ${n}`, `fila${n}@example.net`);
  await db.update(activities).set({ capacity: 1, hasWaitingList: true });
  for (const place of places) await visit(place, 0);
  expect(tally(await Promise.all(places.map(place => visit(place, 1))))).toEqual({ 201: 4 });
  for (const { user } of places) {
    const told = and(eq(notifications.userId, user.id), eq(notifications.title, 'Hay lista de espera'));
    expect(await db.$count(notifications, told)).toBe(1);
  }
});

it("the owner's add against visitors' confirmations: each 201 is a row, no e-mail twice", async () => {
  const { activityId, headers } = await organised();
  const replies = await concurrently(60, index =>
    index % 2 === 0
      ? confirm(index / 2, activityId, `Vecina ${index}`, `vecina${index % 8}@example.org`, headers)
      : confirm(index, activityId, `Vecina ${index}`, `vecina${(index - 1) % 8}@example.org`),
  );
  const counts = tally(replies);
  expect(counts).toEqual({ 201: 4, 409: 56 });
  expect(await rowsOf(activityId)).toHaveLength(4);
});

it('ten concurrent additions of one name by the owner: one is accepted', async () => {
  const { activityId, headers } = await organised();
  const replies = await releaseConcurrently(activityId, 10, () =>
    concurrently(10, index => confirm(index, activityId, 'Ana', `ana${index}@example.org`, headers)),
  );
  expect(tally(replies)).toEqual({ 201: 1, 409: 9 });
});

it('cancel against confirm: every 201 and 200 is an inserted and deleted row, without a fault', async () => {
  const { activityId } = await organised();
  const { user, headers } = await signedIn(db);
  const replies = await concurrently(80, index =>
    index % 2 === 0
      ? confirm(index / 2, activityId, 'Rosa', user.email, headers)
      : cancel((index - 1) / 2, activityId, {}, headers),
  );
  const { 201: confirmed = 0, 200: cancelled = 0, ...rejected } = tally(replies);
  expect(new Set(Object.keys(rejected))).toEqual(new Set(['404', '409']));
  expect(confirmed).toBeGreaterThan(0);
  expect(await rowsOf(activityId)).toHaveLength(confirmed - cancelled);
});

it('concurrent cancellations by cookie, link, owner and list delete an attendance once', async () => {
  const { activityId, headers } = await organised();
  const { attendance, email, proof, token } = await aVisit(db, { activityId });
  const replies = await concurrently(40, index => {
    if (index % 4 === 0) return cancel(index / 4, activityId, {}, proof);
    if (index % 4 === 1) return cancel(index, activityId, { token });
    if (index % 4 === 2) return cancel(index / 2, activityId, { email }, headers);
    const url = `/api/attendances/${attendance.id}`;
    return either(index).inject({ method: 'DELETE', url, headers });
  });
  const done = replies.filter(({ statusCode }) => statusCode === 200 || statusCode === 204);
  expect(done).toHaveLength(1);
  expect(statusesOf(replies).every(status => [200, 204, 403, 404].includes(status))).toBe(true);
  expect(await rowsOf(activityId)).toEqual([]);
});

it('ten concurrent changes to one name, or one e-mail, by the owner: one is accepted', async () => {
  const { activityId, headers } = await organised();
  const rows = await Promise.all(
    Array.from({ length: 10 }, (_, index) => anAttendance(db, { activityId, name: `Vecina ${index}` })),
  );
  const named = await releaseConcurrently(activityId, 10, () =>
    Promise.all(rows.map(({ id, email }, index) => change(index, id, 'Ana', email ?? '', headers))),
  );
  expect(tally(named)).toEqual({ 200: 1, 409: 9 });
  const moved = await releaseConcurrently(activityId, 10, () =>
    Promise.all(rows.map(({ id }, index) => change(index, id, `Otra ${index}`, 'una@example.org', headers))),
  );
  expect(tally(moved)).toEqual({ 200: 1, 409: 9 });
});

it("cancel against the owner's change of the same attendance: no deadlock", async () => {
  const { activityId, headers } = await organised();
  const visits = await Promise.all(Array.from({ length: 8 }, () => aVisit(db, { activityId })));
  const replies = await releaseConcurrently(activityId, 16, async () => {
    const changes = visits.map(({ attendance, email }, index) =>
      change(index, attendance.id, `Vecina ${index}`, email, headers),
    );
    // Edits and cancellations lock the activity first. A cancellation that locked its attendance first could
    // deadlock.
    await waiting(8);
    const cancels = visits.map(({ email, proof }, index) => cancel(index, activityId, { email }, proof));
    return Promise.all([...changes, ...cancels]);
  });
  const { 200: done = 0, ...others } = tally(replies);
  expect(done).toBeGreaterThanOrEqual(8);
  expect(Object.keys(others).filter(status => status !== '404')).toEqual([]);
  expect(await rowsOf(activityId)).toEqual([]);
});

it("the owner's change does not restore the name of an account that is being deleted", async () => {
  const { activityId, headers } = await organised();
  const { user } = await signedIn(db);
  const { id } = await anAttendance(db, { activityId, userId: user.id, email: user.email });
  let changing: ReturnType<typeof change> | undefined;
  await db.transaction(async tx => {
    await anonymiseAttendances(tx, [user]);
    changing = change(0, id, 'Rosa', user.email, headers);
    await waiting(1);
  });
  expect((await changing)?.statusCode).toBe(409);
  expect(await rowsOf(activityId)).toMatchObject([{ name: null, email: null }]);
});

it("notifies the owner's screens of each committed change, and of no rejected one", async () => {
  const { activityId, headers, user } = await organised();
  const notice = { user: user.id, event: 'asistentes_actualizados', data: { taskId: activityId } };
  const mine = () => heard.filter(entry => JSON.stringify(entry).includes(activityId));
  const first = await confirm(0, activityId, 'Luz', 'luz@example.org');
  await expect.poll(mine).toEqual([notice]);
  await confirm(0, activityId, 'Luz', 'luz@example.org');
  await confirm(0, activityId, 'Ana', 'ana@example.org', headers);
  const { _id: id } = first.json();
  await change(0, id, 'ana', 'luz@example.org', headers);
  await change(1, id, 'Luz Dary', 'luz@example.org', headers);
  await change(1, id, 'Luz Dary', 'luzdary@example.org', headers);
  await cancel(0, activityId, { email: 'nadie@example.org' }, headers);
  await cancel(0, activityId, { email: 'luzdary@example.org' }, headers);
  const [left] = await rowsOf(activityId);
  await here.inject({ method: 'DELETE', url: `/api/attendances/${left?.id}`, headers });
  // Notifications arrive in commit order, so that none is outstanding after this one.
  await db.execute(`select pg_notify('minga_live', '"end"')`);
  await expect.poll(() => heard).toContain('end');
  expect(mine()).toEqual(Array(6).fill(notice));
});

it('visitors take the places while the organiser insists on others beyond them', async () => {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id, capacity: 5, hasWaitingList: true });
  const replies = await concurrently(40, index => {
    const isForced = index % 4 < 2;
    const payload = {
      taskId: activity.id,
      name: `Luz ${index}`,
      email: `luz.${index}@example.org`,
      ...(isForced && { force: true }),
    };
    const url = '/api/attendances/confirm';
    return either(index).inject({ method: 'POST', url, payload, headers: isForced ? headers : {} });
  });
  expect(tally(replies)).toEqual({ 201: 40 });
  const rows = await rowsOf(activity.id);
  expect(rows.filter(row => row.status === 'confirmed' && !row.isOverLimit).length).toBeLessThanOrEqual(5);
  expect(rows.filter(row => row.status === 'confirmed').length).toBeGreaterThanOrEqual(20);
});
