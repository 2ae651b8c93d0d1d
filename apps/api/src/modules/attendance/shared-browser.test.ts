import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { aVisit, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { mailedToken } from '../../../test/sent-emails.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { attendanceClients, attendanceLinks, attendances } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
type Headers = Record<string, string>;

const cancel = (taskId: string, payload: object, headers: Headers) =>
  app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${taskId}`, headers, payload });
const attending = async (taskId: string, headers: Headers) => {
  const url = `/api/attendances/check?taskIds=${taskId}`;
  return (await app.inject({ url, headers })).json().attending;
};
const isAttending = async (taskId: string, headers: Headers, email?: string) => {
  const query = email === undefined ? {} : { email };
  const reply = await app.inject({ url: `/api/attendances/check/${taskId}`, headers, query });
  return reply.json().isAttending;
};
const isStored = async (id: string) => (await db.$count(attendances, eq(attendances.id, id))) === 1;
const both = (one: Headers, other: Headers) => ({ cookie: `${one.cookie}; ${other.cookie}` });

beforeEach(() => app.setNow(NOON));

describe('a browser where a visitor confirmed and an account signs in', () => {
  it('does not report the attendance as the account’s', async () => {
    const grandmother = await aVisit(db);
    const { user, headers } = await signedIn(db);
    const member = both(headers, grandmother.proof);
    expect(await attending(grandmother.activityId, member)).toEqual([]);
    expect(await isAttending(grandmother.activityId, member)).toBe(false);
    expect(await isAttending(grandmother.activityId, member, user.email)).toBe(false);
    // The browser's proof counts if the body names the e-mail, and without a session.
    expect(await isAttending(grandmother.activityId, member, grandmother.email)).toBe(true);
    expect(await attending(grandmother.activityId, grandmother.proof)).toEqual([grandmother.activityId]);
  });

  it("cancels the visitor's attendance only if it is named", async () => {
    const { attendance, activityId, email, proof } = await aVisit(db);
    const { headers } = await signedIn(db);
    const member = both(headers, proof);
    expect(errorOf(await cancel(activityId, {}, member))).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'Asistencia no encontrada',
    });
    expect(await isStored(attendance.id)).toBe(true);
    expect((await cancel(activityId, { email }, member)).statusCode).toBe(200);
    expect(await isStored(attendance.id)).toBe(false);
  });
});

it("what was given out is void when an attendance becomes an account's, save for the mailed links", async () => {
  const password = 'maíz-y-café';
  const { user, headers } = await signedIn(db, { passwordHash: await cheapHash(password) });
  const email = `nueva.${user.email}`;
  const { attendance, activityId, proof, token: mailed } = await aVisit(db, { email });
  const [shown, clientId] = [newToken(), randomUUID()];
  const link = { tokenHash: hashToken(shown), attendanceId: attendance.id, createdAt: NOON };
  await db.insert(attendanceLinks).values(link);
  await db.insert(attendanceClients).values({ activityId, clientId, attendanceId: attendance.id });
  const post = (url: string, body: object) => app.inject({ method: 'POST', url, payload: body });
  const read = (opened: string) => post('/api/attendances/personal', { token: opened });
  const erase = (opened: string) => post('/api/attendances/personal/erase', { token: opened });
  const repeat = () =>
    post('/api/attendances/confirm', { taskId: activityId, name: attendance.name, email, clientId });
  for (const opened of [mailed, shown]) expect((await read(opened)).statusCode).toBe(200);
  expect((await repeat()).statusCode).toBe(200);
  await db
    .update(attendances)
    .set({ proofHash: attendance.proofHash })
    .where(eq(attendances.id, attendance.id));
  expect(await attending(activityId, proof)).toEqual([activityId]);
  const payload = { email, password };
  await app.inject({ method: 'POST', url: '/api/auth/email-change', payload, headers });
  const token = await mailedToken(db, email, 'change-email');
  await app.inject({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } });

  expect(await attending(activityId, proof)).toEqual([]);
  for (const selector of [{}, { email }]) {
    expect((await cancel(activityId, selector, proof)).statusCode).toBe(403);
  }
  expect(await isStored(attendance.id)).toBe(true);
  expect([(await read(shown)).statusCode, (await read(mailed)).statusCode]).toEqual([400, 200]);
  expect([(await erase(shown)).statusCode, (await erase(mailed)).statusCode]).toEqual([400, 409]);
  expect((await repeat()).statusCode).toBe(409);
  const [row] = await db.select().from(attendances).where(eq(attendances.id, attendance.id));
  expect(row).toMatchObject({ userId: user.id, email });
  expect(row?.code.equals(attendance.code)).toBe(false);
});
