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

/** An organiser and what moves a new participant of theirs to an address. */
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

it('nobody is mailed more than ten times in an hour, whoever asks and by whatever way', async () => {
  const moveTo = await organiser();
  for (let letter = 0; letter < EMAILS_MAX; letter += 2) {
    expect((await confirm((await anActivity(db)).id, VICTIM)).statusCode).toBe(201);
    expect((await moveTo(VICTIM)).statusCode).toBe(200);
  }
  const refused = await confirm((await anActivity(db)).id, VICTIM.toUpperCase());
  expect(errorOf(refused)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
  expect((await moveTo(VICTIM)).statusCode).toBe(429);
  expect(await emailsTo(db, VICTIM)).toHaveLength(EMAILS_MAX);
  expect((await confirm((await anActivity(db)).id, 'otra@example.org')).statusCode).toBe(201);
});

it('a change of the name alone counts for nothing: it mails nobody', async () => {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const { id, email } = await anAttendance(db, { activityId: activity.id });
  for (let change = 0; change <= EMAILS_MAX; change += 1) {
    const payload = { name: `Ana ${change}`, email };
    const reply = await app.inject({ method: 'PUT', url: `/api/attendances/${id}`, payload, headers });
    expect(reply.statusCode).toBe(200);
  }
});

it('who is put on the list of what has been is not told that they are expected', async () => {
  const moveTo = await organiser({ date: ago });
  const reply = await moveTo('ayer@example.org');
  expect(reply.json()).toMatchObject({ updated: { email: 'ayer@example.org' } });
  expect(await emailsTo(db, 'ayer@example.org')).toEqual([]);
});
