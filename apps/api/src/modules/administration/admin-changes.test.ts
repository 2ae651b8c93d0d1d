import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { errorOf, tally } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const apart = await testApp();
const { db } = app.platform;

const password = 'maíz-y-café';
const newPassword = 'quinua-y-papa';
const passwordHash = await cheapHash(password);
const taken = { status: 409, code: 'CONFLICT', message: 'Ese correo ya tiene una cuenta en Minga' };
let made = 0;
const newAddress = () => `nueva${++made}@example.org`;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const boss = await signedIn(db, { role: 'superadmin' });
const call = (method: Method, path: string, payload?: object) =>
  app.inject({ method, url: `/api${path}`, headers: boss.headers, ...(payload && { payload }) });
const login = (email: string, given: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: given } });
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

describe('PUT /admin/{id}', () => {
  const anAdmin = () => signedIn(db, { role: 'admin', passwordHash });

  it('changes the name, and retains password, role, phone and sessions', async () => {
    const { user } = await anAdmin();
    const smuggled = {
      role: 'superadmin',
      isActive: false,
      formerAdmin: true,
      phone: '1',
      passwordHash: 'x',
    };
    const { username, email } = { username: 'Otro Nombre', email: user.email };
    const reply = await call('PUT', `/admin/${user.id}`, { username, email, ...smuggled, _id: boss.user.id });
    expect([reply.statusCode, reply.json().username]).toEqual([200, username]);
    expect(await rowOf(user.id)).toEqual({
      ...user,
      username,
      searchText: expect.stringContaining('otro nombre'),
    });
    expect(await emailsTo(db, user.email)).toEqual([]);
    expect(await actionsOn(user.id)).toMatchObject([
      { action: 'admin.update', details: { fields: ['username'] } },
    ]);
  });

  it('logs nothing if nothing changes', async () => {
    const { user } = await anAdmin();
    const { username, email } = user;
    expect((await call('PUT', `/admin/${user.id}`, { username, email })).statusCode).toBe(200);
    expect(await actionsOn(user.id)).toEqual([]);
  });

  it('sets a new password, ends the sessions, rejects the old one, and sends an e-mail', async () => {
    const { user, headers } = await anAdmin();
    const { username, email } = user;
    expect(
      (await call('PUT', `/admin/${user.id}`, { username, email, password: newPassword })).statusCode,
    ).toBe(200);
    expect((await app.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
    expect((await login(email, password)).statusCode).toBe(401);
    expect((await login(email, newPassword)).statusCode).toBe(200);
    const [mail, ...others] = await emailsTo(db, email);
    expect([mail?.subject, others]).toEqual(['Tu contraseña de Minga cambió', []]);
    expect(mail?.text).toContain('La superadministración de Minga puso una contraseña nueva');
    const [action] = await actionsOn(user.id);
    expect(action?.details).toEqual({ fields: ['password'] });
    expect(JSON.stringify(action)).not.toContain(newPassword);
  });

  it('returns 409 for an e-mail with an account, also of two concurrent requests, and changes nothing', async () => {
    const { email } = await aUser(db);
    const { user } = await anAdmin();
    const edit = { username: 'Otro Nombre', email, password: newPassword };
    expect(errorOf(await call('PUT', `/admin/${user.id}`, edit))).toEqual(taken);
    expect(await rowOf(user.id)).toEqual(user);
    expect(await actionsOn(user.id)).toEqual([]);
    const other = await anAdmin();
    const wanted = { username: 'Otro Nombre', email: newAddress() };
    const replies = await Promise.all(
      [user, other.user].map(({ id }) => call('PUT', `/admin/${id}`, wanted)),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
  });
});

describe('a former admin', () => {
  it('is a user who may sign in, and becomes an admin only by restoring the role', async () => {
    const { user, headers } = await signedIn(db, { role: 'admin', passwordHash });
    const { id, email } = user;
    const down = await call('PATCH', `/admin/${id}/deactivate`);
    expect([down.statusCode, down.json()]).toEqual([
      200,
      expect.objectContaining({ _id: id, role: 'user', isActive: true }),
    ]);
    expect((await app.inject({ url: '/api/admin-panel/users', headers })).statusCode).toBe(401);
    const { cookies } = await login(email, password);
    const cookie = `minga_session=${cookies[0]?.value}`;
    expect((await app.inject({ url: '/api/admin-panel/users', headers: { cookie } })).statusCode).toBe(403);
    expect((await app.inject({ url: '/api/tasks', headers: { cookie } })).statusCode).toBe(200);
    const listed = (await call('GET', '/admin')).json();
    expect(listed).toContainEqual(expect.objectContaining({ _id: id, role: 'user' }));

    const up = await call('PATCH', `/admin/${id}/reactivate`);
    expect([up.statusCode, up.json().role]).toEqual([200, 'admin']);
    expect((await app.inject({ url: '/api/auth/verify', headers: { cookie } })).json()).toBeNull();
    expect(await rowOf(id)).toMatchObject({ role: 'admin', formerAdmin: false });
    expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
      'admin.deactivate',
      'admin.reactivate',
    ]);
    expect(await subjectsTo(email)).toEqual(['Ya no administras Minga', 'Vuelves a administrar Minga']);
  });

  it('repeated requests change nothing, send nothing and are not logged', async () => {
    const { id, email } = await aUser(db, { role: 'admin' });
    const steps: [string, string][] = [
      ['reactivate', 'admin'],
      ['deactivate', 'user'],
      ['deactivate', 'user'],
      ['reactivate', 'admin'],
      ['reactivate', 'admin'],
    ];
    for (const [step, role] of steps) {
      const reply = await call('PATCH', `/admin/${id}/${step}`);
      expect([step, reply.statusCode, reply.json().role]).toEqual([step, 200, role]);
    }
    expect(await actionsOn(id)).toHaveLength(2);
    expect(await emailsTo(db, email)).toHaveLength(2);
  });

  it('is activated when the role is restored', async () => {
    const { id } = await aUser(db, { formerAdmin: true, isActive: false });
    const reply = await call('PATCH', `/admin/${id}/reactivate`);
    expect(reply.json()).toMatchObject({ role: 'admin', isActive: true });
  });

  it('restoring requires a former admin', async () => {
    for (const values of [{}, { isActive: false }, { role: 'superadmin' as const }]) {
      const user = await aUser(db, values);
      expect(errorOf(await call('PATCH', `/admin/${user.id}/reactivate`))).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
      expect(await rowOf(user.id)).toEqual(user);
      expect(await actionsOn(user.id)).toEqual([]);
    }
  });
});

it('DELETE /admin/{id} deletes the account and its activities, and anonymises its attendances', async () => {
  const { id, email } = await aUser(db, { role: 'admin' });
  const activity = await anActivity(db, { ownerId: id });
  const attended = await anAttendance(db, { userId: id, email, name: 'Rosa' });
  expect((await call('DELETE', `/admin/${id}`)).statusCode).toBe(204);
  expect(await rowOf(id)).toBeUndefined();
  expect(await db.$count(activities, eq(activities.id, activity.id))).toBe(0);
  const [left] = await db.select().from(attendances).where(eq(attendances.id, attended.id));
  expect(left).toMatchObject({ name: null, email: null, userId: null });
  expect(await actionsOn(id)).toMatchObject([{ action: 'admin.delete', actorId: boss.user.id }]);
  expect((await call('DELETE', `/admin/${id}`)).statusCode).toBe(404);
  expect(await actionsOn(id)).toHaveLength(1);
});

describe('the last superadmin', () => {
  it('cannot be removed by any call, also of two concurrent requests', async () => {
    const { db: own } = apart.platform;
    await own.delete(users);
    const [one, two] = await Promise.all(
      [1, 2].map(() => signedIn(own, { role: 'superadmin', passwordHash })),
    );
    const admin = await signedIn(own, { role: 'admin' });
    const send = (method: Method, path: string, headers: Record<string, string>, payload?: object) =>
      apart.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
    const ids = [one, two].map(superadmin => superadmin?.user.id ?? '');
    const edit = { username: 'Otro Nombre', email: 'otro@example.org' };
    const tries = ids.flatMap(id => [
      ...[one, two].flatMap(superadmin => {
        const headers = superadmin?.headers ?? {};
        return [
          send('DELETE', `/admin/${id}`, headers),
          send('PATCH', `/admin/${id}/deactivate`, headers),
          send('PATCH', `/admin/${id}/reactivate`, headers),
          send('PUT', `/admin/${id}`, headers, edit),
        ];
      }),
      send('DELETE', `/admin-panel/users/${id}`, admin.headers),
      send('PATCH', `/admin-panel/users/${id}/status`, admin.headers, { isActive: false }),
      send('PUT', `/admin-panel/users/${id}`, admin.headers, { ...edit, phone: '3001234567' }),
    ]);
    for (const reply of await Promise.all(tries)) expect([403, 404]).toContain(reply.statusCode);
    const leaving = { password, confirmation: 'ELIMINAR' };
    const left = await Promise.all(
      [one, two].map(superadmin => send('DELETE', '/auth/account', superadmin?.headers ?? {}, leaving)),
    );
    expect(tally(left)).toEqual({ 204: 1, 409: 1 });
    expect(await own.$count(users, eq(users.role, 'superadmin'))).toBe(1);
  });
});
