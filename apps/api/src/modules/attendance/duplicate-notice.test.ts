import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';

const app = await testApp();
const { db } = app.platform;
const HOUR_MS = 3_600_000;
const SUBJECT = 'Ya estás en la lista de una actividad';

const confirm = (taskId: string, email: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId, name: 'Curiosa', email },
    headers,
  });
const noticesTo = async (email: string) =>
  (await emailsTo(db, email)).filter(({ subject }) => subject === SUBJECT);

it('a stranger’s attempt is 409, and told to the address once a day and activity, with its personal link', async () => {
  app.setNow(NOON);
  const title = 'Círculo de apoyo www.estafa.example';
  const { id } = await anActivity(db, { title });
  const { email } = await anAttendance(db, { activityId: id });
  if (email === null) throw new Error('no address');
  const attempts = await concurrently(5, () => confirm(id, email));
  for (const attempt of attempts) {
    expect(errorOf(attempt)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya estás registrado en esta actividad',
    });
  }
  const [notice, ...others] = await noticesTo(email);
  expect(others).toEqual([]);
  expect(notice?.text).toContain('Nada cambió: tu asistencia sigue igual');
  expect(notice?.text).not.toContain('www.estafa.example');
  const token = await mailedToken(db, email, 'attendance');
  const link = { method: 'POST', url: '/api/attendances/personal', payload: { token } } as const;
  expect((await app.inject(link)).json()).toMatchObject({ email });

  app.setNow(new Date(NOON.getTime() + 23 * HOUR_MS));
  await confirm(id, email);
  expect(await noticesTo(email)).toHaveLength(1);
  app.setNow(new Date(NOON.getTime() + 24 * HOUR_MS));
  await confirm(id, email);
  expect(await noticesTo(email)).toHaveLength(2);
  const other = await anActivity(db);
  await anAttendance(db, { activityId: other.id, email });
  await confirm(other.id, email);
  expect(await noticesTo(email)).toHaveLength(3);
});

it('an account is told without a link', async () => {
  const { id } = await anActivity(db, { title: 'Minga' });
  const user = await aUser(db);
  await anAttendance(db, { activityId: id, userId: user.id, email: user.email });
  await confirm(id, user.email);
  const [notice] = await noticesTo(user.email);
  expect(notice?.text).toContain('«Minga»');
  expect(notice?.text).not.toContain('token=');
});

it('the browser that confirmed, the account itself and the organiser cause no notice', async () => {
  const owner = await signedIn(db);
  const { id } = await anActivity(db, { ownerId: owner.user.id });
  const first = await confirm(id, 'propia@example.org');
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
  expect((await confirm(id, 'propia@example.org', { cookie })).statusCode).toBe(409);
  expect((await confirm(id, 'propia@example.org', owner.headers)).statusCode).toBe(409);
  expect(await noticesTo('propia@example.org')).toEqual([]);
  const member = await signedIn(db);
  expect((await confirm(id, member.user.email, member.headers)).statusCode).toBe(201);
  expect((await confirm(id, member.user.email, member.headers)).statusCode).toBe(409);
  expect(await noticesTo(member.user.email)).toEqual([]);
});
