import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aUser, aVisit, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { emailTokens, sessions, users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
await app.startJobs();

const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
let made = 0;
const newAddress = () => `cambiada${++made}@example.org`;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const admin = await signedIn(db, { role: 'admin' });
const call = (method: Method, path: string, payload?: object) =>
  app.inject({
    ...{ method, url: `/api/admin-panel/users/${path}`, headers: admin.headers },
    ...(payload && { payload }),
  });
const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers });
const login = (email: string) => post('login', { email, password });
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
const fields = ({ username, email, phone }: { username: string; email: string; phone: string }) => ({
  ...{ username, email, phone },
});

it('GET returns an account without private fields', async () => {
  const user = await aUser(db, { gender: 'female', passwordHash });
  expect((await call('GET', user.id)).json()).toEqual({
    ...{ _id: user.id, ...fields(user), role: 'user', isActive: true },
    createdAt: NOON.toISOString(),
  });
});

describe('PUT', () => {
  it('changes name and phone, and no other fields', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const smuggled = {
      ...{ role: 'admin', isActive: false, formerAdmin: true, password: 'quinua-y-papa', passwordHash: 'x' },
      ...{ _id: admin.user.id, id: admin.user.id, createdAt: '2020-01-01T00:00:00.000Z', gender: 'male' },
    };
    const wanted = { username: 'Otro  Nombre ', email: user.email, phone: '310 765 4321' };
    const reply = await call('PUT', user.id, { ...wanted, ...smuggled });
    expect(reply.statusCode).toBe(200);
    const changes = { username: 'Otro Nombre', phone: '310 765 4321' };
    expect(reply.json()).toMatchObject({ _id: user.id, ...changes, role: 'user', isActive: true });
    expect(await rowOf(user.id)).toEqual({
      ...user,
      ...changes,
      searchText: expect.stringContaining('otro nombre'),
    });
    expect((await app.inject({ url: '/api/auth/verify', headers })).json()).not.toBeNull();
    expect(await emailsTo(db, user.email)).toEqual([]);
    expect(await actionsOn(user.id)).toMatchObject([
      { action: 'user.update', actorId: admin.user.id, details: { fields: ['username', 'phone'] } },
    ]);
  });

  it.each([
    [{ username: '' }, 'El nombre de usuario es requerido'],
    [{ email: 'x' }, 'Ingresa un correo electrónico válido'],
    [{ phone: '300' }, 'El teléfono debe tener al menos 10 dígitos'],
  ])('rejects %j and changes nothing', async (values, message) => {
    const user = await aUser(db);
    const reply = await call('PUT', user.id, { ...fields(user), ...values });
    expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect(reply.json().message).toContain(message);
    expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
  });

  it('changes the e-mail, moves attendances and informs both addresses', async () => {
    const user = await aUser(db, { passwordHash });
    const email = newAddress();
    const attended = await anAttendance(db, { userId: user.id, email: user.email });
    const visit = await aVisit(db, { email });
    expect((await call('PUT', user.id, { ...fields(user), email: email.toUpperCase() })).json().email).toBe(
      email,
    );
    const of = async (id: string) => (await db.select().from(attendances).where(eq(attendances.id, id)))[0];
    expect(await of(attended.id)).toMatchObject({ email, userId: user.id });
    expect(await of(visit.attendance.id)).toMatchObject({ userId: user.id });
    const [old, ...more] = await emailsTo(db, user.email);
    expect([old?.subject, more]).toEqual(['El correo de tu cuenta de Minga cambió', []]);
    expect(old?.text).toContain(email);
    const [given, ...others] = await emailsTo(db, email);
    expect([given?.subject, others]).toEqual(['Este es ahora el correo de una cuenta de Minga', []]);
    expect(given?.text).not.toMatch(new RegExp(`token=|${user.username}|${user.email}`));
    expect((await login(email)).statusCode).toBe(200);
    expect((await login(user.email)).statusCode).toBe(401);
    const [action] = await actionsOn(user.id);
    expect(action).toMatchObject({ action: 'user.update', details: { fields: ['email'] } });
    expect(JSON.stringify(action)).not.toContain('@');
  });

  it('a new e-mail revokes mailed links', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const wished = newAddress();
    await post('password-reset', { email: user.email });
    await post('email-change', { email: wished, password }, headers);
    await expect.poll(() => db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(2);
    const token = await mailedToken(db, wished, 'change-email');
    const email = newAddress();
    expect((await call('PUT', user.id, { ...fields(user), email })).statusCode).toBe(200);
    expect(await db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(0);
    expect((await post('confirm-email', { token })).statusCode).toBe(400);
    expect((await rowOf(user.id))?.email).toBe(email);
  });

  it('returns 409 for an e-mail with an account, an admin’s too, and changes nothing', async () => {
    const user = await aUser(db);
    const attended = await anAttendance(db, { userId: user.id, email: user.email });
    for (const { email } of [await aUser(db), admin.user]) {
      const reply = await call('PUT', user.id, { username: 'Otro Nombre', email, phone: '3009999999' });
      expect(errorOf(reply)).toEqual({
        ...{ status: 409, code: 'CONFLICT', message: 'Ese correo ya tiene una cuenta en Minga' },
      });
    }
    expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
    expect(await db.select().from(attendances).where(eq(attendances.id, attended.id))).toEqual([attended]);
    expect(await emailsTo(db, user.email)).toEqual([]);
  });
});

describe('PATCH status', () => {
  const put = (id: string, isActive: unknown) => call('PATCH', `${id}/status`, { isActive });

  it('signs out at once and prevents sign-in until activated; its activities stay public', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const activity = await anActivity(db, { ownerId: user.id });
    const off = await put(user.id, false);
    expect([off.statusCode, off.json()]).toMatchObject([
      200,
      { _id: user.id, isActive: false, role: 'user' },
    ]);
    expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    expect(errorOf(await login(user.email))).toMatchObject({ status: 403, code: 'ACCOUNT_DEACTIVATED' });
    expect((await app.inject({ url: `/api/tasks/${activity.id}` })).statusCode).toBe(200);
    expect((await put(user.id, true)).json()).toMatchObject({ isActive: true });
    expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
    expect((await login(user.email)).statusCode).toBe(200);
    expect((await actionsOn(user.id)).map(({ action }) => action)).toEqual([
      'user.deactivate',
      'user.activate',
    ]);
  });

  it('without a change is not logged', async () => {
    const { user, headers } = await signedIn(db);
    expect((await put(user.id, true)).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(200);
    expect(await actionsOn(user.id)).toEqual([]);
  });

  it.each([undefined, null, 'false', 0])('rejects %j', async isActive => {
    const user = await aUser(db);
    expect(errorOf(await put(user.id, isActive))).toEqual({
      ...{ status: 400, code: 'VALIDATION', message: ['Di si la cuenta queda activa o no'] },
    });
    expect(await rowOf(user.id)).toEqual(user);
  });
});

describe('DELETE', () => {
  it('deletes the same as the own deletion, and ends the sessions', async () => {
    const { user, headers } = await signedIn(db);
    const activity = await anActivity(db, { ownerId: user.id });
    const guest = await anAttendance(db, { activityId: activity.id });
    const attended = await anAttendance(db, { userId: user.id, email: user.email, name: 'Rosa' });
    expect((await call('DELETE', user.id)).statusCode).toBe(204);
    expect(await rowOf(user.id)).toBeUndefined();
    expect((await app.inject({ url: '/api/auth/profile', headers })).statusCode).toBe(401);
    expect(errorOf(await app.inject({ url: `/api/tasks/${activity.id}` }))).toMatchObject({
      status: 404,
      code: 'DELETED',
    });
    expect(await db.$count(activities, eq(activities.ownerId, user.id))).toBe(0);
    expect(await db.$count(attendances, eq(attendances.id, guest.id))).toBe(0);
    const [left] = await db.select().from(attendances).where(eq(attendances.id, attended.id));
    expect(left).toMatchObject({ name: null, email: null, userId: null });
    expect(await actionsOn(user.id)).toMatchObject([
      { action: 'user.delete', actorId: admin.user.id, details: {} },
    ]);
  });

  it('that fails changes and logs nothing', async () => {
    const user = await aUser(db);
    const activity = await anActivity(db, { ownerId: user.id });
    // The last statement of the transaction fails.
    await db.execute('alter table audit_log add constraint none check (false) not valid');
    expect((await call('DELETE', user.id)).statusCode).toBe(500);
    await db.execute('alter table audit_log drop constraint none');
    expect([await rowOf(user.id), await actionsOn(user.id)]).toEqual([user, []]);
    expect(await db.$count(activities, eq(activities.id, activity.id))).toBe(1);
  });
});
