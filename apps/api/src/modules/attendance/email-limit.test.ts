import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';

const app = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const VICTIM = 'victima@example.org';
const EMAILS_MAX = 10;
const ago = new Date(NOON.getTime() - 1);

const confirm = (taskId: string, email: string) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name: 'Ana', email },
  });

/** An organiser, and a function that changes a new participant's e-mail. */
async function organiser(values: Parameters<typeof anActivity>[1] = {}) {
  const { user, headers } = await signedIn(db);
  return async (email: string) => {
    const activity = await anActivity(db, { ...values, ownerId: user.id });
    const { id } = await anAttendance(db, { activityId: activity.id });
    const payload = { name: 'Ana', email };
    return app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
  };
}

beforeEach(() => app.setNow(NOON));

it('an address gets at most ten e-mails an hour, from any caller and call', async () => {
  const moveTo = await organiser();
  for (let sent = 0; sent < EMAILS_MAX; sent += 2) {
    expect((await confirm((await anActivity(db)).id, VICTIM)).statusCode).toBe(201);
    expect((await moveTo(VICTIM)).statusCode).toBe(200);
  }
  const limited = await confirm((await anActivity(db)).id, VICTIM.toUpperCase());
  expect(errorOf(limited)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3500);
  expect((await moveTo(VICTIM)).statusCode).toBe(429);
  expect(await emailsTo(db, VICTIM)).toHaveLength(EMAILS_MAX);
  expect((await confirm((await anActivity(db)).id, 'otra@example.org')).statusCode).toBe(201);
});

it('a change of the name alone sends no e-mail and is not counted', async () => {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const { id, email } = await anAttendance(db, { activityId: activity.id });
  for (let change = 0; change <= EMAILS_MAX; change += 1) {
    const payload = { name: `Ana ${change}`, email };
    const reply = await app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
    expect(reply.statusCode).toBe(200);
  }
});

it('a participant added to a past activity gets no e-mail', async () => {
  const moveTo = await organiser({ date: ago });
  const reply = await moveTo('ayer@example.org');
  expect(reply.json()).toMatchObject({ updated: { email: 'ayer@example.org' } });
  expect(await emailsTo(db, 'ayer@example.org')).toEqual([]);
});
