import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attendanceCalls } from '../../../test/attendance-calls.ts';
import { aCollective, anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { cookieOf, errorOf } from '../../../test/requests.ts';
import { emailsWritten, mailedToken } from '../../../test/sent-emails.ts';

const app = await testApp();
const { db } = app.platform;
await app.startJobs();
const { send, confirm, stateOf } = attendanceCalls(app);
type Headers = Record<string, string>;

const HOUR_MS = 3_600_000;
const password = 'maíz-y-café';
let people = 0;
const get = async (url: string, headers: Headers) =>
  (await app.inject({ url: `/api${url}`, headers })).json();

const register = (email: string) =>
  send('POST', '/auth/register', { username: 'Luz', email, phone: '3001234567', password });

/** The session of a new account, whose address was proved by the mailed link. */
async function newAccount(email: string): Promise<Headers> {
  expect((await register(email)).statusCode).toBe(201);
  await emailsWritten(db);
  return cookieOf(
    await send('POST', '/auth/verify-email', { token: await mailedToken(db, email, 'verify') }),
  );
}

/** A visitor who signed up with a companion, a thing to bring and a reminder, and before that came to another activity. */
async function aVisitor() {
  const email = `luz.nueva${++people}@example.org`;
  const owner = await signedIn(db);
  const needs = [{ kind: 'thing', name: 'Palas', quantity: 3 }];
  const location = { location: { latitude: 2.44, longitude: -76.6 }, isLocationPrivate: true };
  const activity = {
    title: 'Siembra',
    date: '2026-12-05T14:00:00.000Z',
    companionsMax: 2,
    needs,
    ...location,
  };
  const { _id: taskId, needs: created } = (await send('POST', '/tasks', activity, owner.headers)).json();
  const claims = [{ needId: created[0]._id as string, quantity: 1 }];
  const signUp = await confirm(taskId, { name: 'Luz', email, companions: 1, claims, remind: true });
  expect(signUp.statusCode).toBe(201);
  const began = new Date(NOON.getTime() - 5 * HOUR_MS);
  const { id: collectiveId } = await aCollective(db);
  const { id: pastId } = await anActivity(db, { date: began, collectiveId });
  const { id: helpedId } = await anAttendance(db, {
    activityId: pastId,
    email,
    checkedInAt: began,
    hours: 3,
  });
  return { email, taskId: taskId as string, claims, pastId, helpedId, owner: owner.headers };
}

beforeEach(() => app.setNow(NOON));

describe('a new account', () => {
  it('has what was confirmed with its proved e-mail wherever its own attendances are shown', async () => {
    const { email, taskId, claims, pastId, helpedId } = await aVisitor();
    const luz = await newAccount(email);
    expect(await get('/attendances/mis-asistencias', luz)).toMatchObject([
      { taskId: pastId, hours: 3 },
      { taskId, companions: 1, claims, code: expect.any(String), task: { location: { latitude: 2.44 } } },
    ]);
    expect(await stateOf(taskId, luz)).toMatchObject({ isAttending: true, status: 'confirmed' });
    expect(await get(`/attendances/check?taskIds=${taskId}`, luz)).toMatchObject({ attending: [taskId] });
    expect(await get(`/tasks/${taskId}`, luz)).toMatchObject({ location: { latitude: 2.44 } });
    expect(await get('/notifications', luz)).toMatchObject([{ task: { _id: taskId }, daysBefore: 1 }]);
    expect(await get('/attendances/mis-horas', luz)).toMatchObject({ total: 3, items: [{ taskId: pastId }] });
    const certificate = await app.inject({
      url: `/api/attendances/${helpedId}/certificate.pdf`,
      headers: luz,
    });
    expect(certificate.statusCode).toBe(200);
    const mine = await send('POST', `/attendances/feedback/${pastId}/mine`, {}, luz);
    expect(mine.json()).toMatchObject({ canAnswer: true });
    expect(await get('/auth/profile', luz)).toMatchObject({ attendanceCount: 2 });
    expect(await get('/auth/data', luz)).toMatchObject({
      attendances: [{}, {}],
      reminders: [{ daysBefore: 1 }],
    });
  });

  it('manages it like an attendance of its own', async () => {
    const { email, taskId, pastId } = await aVisitor();
    const luz = await newAccount(email);
    const party = await send('PUT', `/attendances/party/${taskId}`, { companions: 2 }, luz);
    expect([party.statusCode, party.json().companions]).toEqual([200, 2]);
    expect((await send('PUT', `/attendances/claims/${taskId}`, { claims: [] }, luz)).statusCode).toBe(200);
    expect((await send('POST', `/attendances/feedback/${pastId}`, { rating: 5 }, luz)).statusCode).toBe(204);
    const [{ _id: reminder }] = await get('/notifications', luz);
    const again = await send('POST', '/notifications', { task: taskId, daysBefore: 3 }, luz);
    expect(errorOf(again)).toMatchObject({
      ...{ status: 409, code: 'CONFLICT' },
      message: 'Ya existe una notificación configurada para esta actividad.',
    });
    const earlier = await send('PUT', `/notifications/${reminder}`, { daysBefore: 3 }, luz);
    expect([earlier.statusCode, earlier.json().daysBefore]).toEqual([200, 3]);
    expect((await send('DELETE', `/attendances/cancel/${taskId}`, {}, luz)).statusCode).toBe(200);
    expect(await get('/attendances/mis-asistencias', luz)).toMatchObject([{ taskId: pastId }]);
    expect(await get('/notifications', luz)).toEqual([]);
  });

  it('deletes the reminder, which nobody else sees', async () => {
    const { email, taskId, owner } = await aVisitor();
    const luz = await newAccount(email);
    const [{ _id: reminder }] = await get('/notifications', luz);
    for (const stranger of [owner, (await signedIn(db)).headers]) {
      expect(await get('/notifications', stranger)).toEqual([]);
      expect((await send('PUT', `/notifications/${reminder}`, { daysBefore: 3 }, stranger)).statusCode).toBe(
        404,
      );
      expect((await send('DELETE', `/notifications/${reminder}`, {}, stranger)).statusCode).toBe(404);
    }
    expect((await send('DELETE', `/notifications/${reminder}`, {}, luz)).statusCode).toBe(204);
    expect(await get('/notifications', luz)).toEqual([]);
    // It can be set again, as one of the account.
    expect((await send('POST', '/notifications', { task: taskId, daysBefore: 2 }, luz)).statusCode).toBe(201);
  });

  it('has nothing of an address before its link was used', async () => {
    const { email, taskId } = await aVisitor();
    await register(email);
    const early = await send('POST', '/auth/login', { email, password });
    expect([early.statusCode, early.headers['set-cookie']]).toEqual([403, undefined]);
    const another = await newAccount(`otra.nueva${++people}@example.org`);
    expect(await get('/attendances/mis-asistencias', another)).toEqual([]);
    expect(await get(`/attendances/check/${taskId}?email=${email}`, another)).toMatchObject({ status: null });
    const theft = await send('DELETE', `/attendances/cancel/${taskId}`, { email }, another);
    expect(errorOf(theft)).toMatchObject({ status: 403, message: 'No tienes permiso para esta acción' });
  });
});

it('a new address takes along what was confirmed signed out with the old one, and its reminder', async () => {
  const { email, taskId } = await aVisitor();
  const luz = await newAccount(email);
  const moved = `cambiada.${email}`;
  await send('POST', '/auth/email-change', { email: moved, password }, luz);
  const token = await mailedToken(db, moved, 'change-email');
  expect((await send('POST', '/auth/confirm-email', { token })).statusCode).toBe(200);
  const rows = await get('/attendances/mis-asistencias', luz);
  expect(rows.map((row: { email: string }) => row.email)).toEqual([moved, moved]);
  expect(await get('/notifications', luz)).toMatchObject([{ task: { _id: taskId } }]);
  // The old address proves nothing any more, also not to its next account.
  expect(await get('/attendances/mis-asistencias', await newAccount(email))).toEqual([]);
});
