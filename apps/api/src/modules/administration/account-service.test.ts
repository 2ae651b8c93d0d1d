import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendAccountNotices } from '../../../test/account-notices.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { hashPassword } from '../accounts/password-service.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

describe('admin accounts', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();

  const password = 'maíz-y-café';
  const newPassword = 'quinua-y-papa';
  const taken = { status: 409, code: 'CONFLICT', message: 'Ese correo ya tiene una cuenta en Minga' };
  let made = 0;
  const newAddress = () => `nueva${++made}@example.org`;

  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  const boss = await signedIn(db, { role: 'superadmin' });
  const call = (method: Method, path: string, payload?: object) =>
    app.inject({ method, url: `/api${path}`, headers: boss.headers, ...(payload && { payload }) });
  const create = (values: object = {}) =>
    call('POST', '/auth/admin/register', {
      username: 'Nueva Admin',
      email: newAddress(),
      password,
      ...values,
    });
  const login = (email: string, given: string, at = app) =>
    at.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: given } });
  const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));
  const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

  beforeEach(() => app.setNow(NOON));

  describe('POST /auth/admin/register', () => {
    it('creates an admin account that can sign in at once, sends an e-mail, and is logged', async () => {
      const email = newAddress();
      const reply = await create({ email: ` ${email.toUpperCase()}`, role: 'superadmin', isActive: false });
      expect(reply.statusCode).toBe(201);
      const { _id: id, ...admin } = reply.json();
      expect(admin).toEqual({
        username: 'Nueva Admin',
        email,
        phone: '',
        role: 'admin',
        isActive: true,
        createdAt: NOON.toISOString(),
      });
      expect((await login(email, password)).statusCode).toBe(200);
      expect(await subjectsTo(email)).toEqual(['Desde ahora administras Minga']);
      expect((await emailsTo(db, email))[0]?.text).not.toContain(password);
      expect(await actionsOn(id)).toMatchObject([
        { action: 'admin.create', actorId: boss.user.id, targetType: 'account', at: NOON, details: {} },
      ]);
    });

    it.each([
      [{ username: undefined }, 'El nombre de usuario es requerido'],
      [{ email: 'no-es-un-correo' }, 'Ingresa un correo electrónico válido'],
      [{ password: 'maíz-café' }, 'La contraseña debe tener al menos 10 caracteres'],
      [{ password: 'Password2026' }, 'Esa contraseña es de las más usadas. Elige otra.'],
      [{ password: 'la-de-la-minga' }, 'La contraseña no puede llevar «minga» ni tu correo'],
      [{ username: 'Gana en www.malo.example' }, 'El nombre no puede llevar direcciones web'],
    ])('rejects %j', async (values, message) => {
      const before = await db.$count(users);
      expect(errorOf(await create(values))).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
      expect(await db.$count(users)).toBe(before);
    });

    it('returns 409 for an e-mail with an account, without a log entry', async () => {
      const { email } = await aUser(db);
      const before = await db.$count(auditLog);
      expect(errorOf(await create({ email }))).toEqual(taken);
      expect(await db.$count(auditLog)).toBe(before);
      expect(await emailsTo(db, email)).toEqual([]);
    });

    it('creates one account by ten concurrent requests', async () => {
      const email = newAddress();
      expect(tally(await concurrently(10, () => create({ email })))).toEqual({ 201: 1, 409: 9 });
      expect(await db.$count(users, eq(users.email, email))).toBe(1);
      expect(await subjectsTo(email)).toHaveLength(1);
    });

    it('voids the link of a pending sign-up of the address, whose password is not accepted', async () => {
      const email = newAddress();
      const form = { username: 'Quien Sea', email, phone: '3001234567', password: newPassword };
      await app.inject({ method: 'POST', url: '/api/auth/register', payload: form });
      await emailsWritten(db);
      const token = await mailedToken(db, email, 'verify');
      expect((await create({ email })).statusCode).toBe(201);
      const verify = await app.inject({ method: 'POST', url: '/api/auth/verify-email', payload: { token } });
      expect(verify.statusCode).toBe(400);
      expect((await login(email, newPassword)).statusCode).toBe(403);
      expect((await login(email, password)).statusCode).toBe(200);
    });

    it('concurrent with the link of such a sign-up creates one account, without a fault', async () => {
      for (let round = 0; round < 20; round++) {
        const email = newAddress();
        const form = { username: 'Quien Sea', email, phone: '3001234567', password: newPassword };
        await app.inject({ method: 'POST', url: '/api/auth/register', payload: form });
        await emailsWritten(db);
        const token = await mailedToken(db, email, 'verify');
        const [created, verified] = await Promise.all([
          create({ email }),
          // Waits for one hash, since the other call computes a hash first.
          hashPassword(password).then(() =>
            app.inject({ method: 'POST', url: '/api/auth/verify-email', payload: { token } }),
          ),
        ]);
        expect([created.statusCode, verified.statusCode].sort()).toEqual(
          created.statusCode === 201 ? [201, 400] : [200, 409],
        );
      }
    });

    it('returns 503 when the hash queue is full, and creates nothing', async () => {
      const email = newAddress();
      // Two hashes are computed and 200 are queued, repeatedly until both calls have responses.
      let isFull = true;
      const busy = concurrently(202, async () => {
        while (isFull) await cheapHash(password);
      });
      expect(errorOf(await create({ email }))).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
      const { id } = await aUser(db, { role: 'admin' });
      const edit = { username: 'Otro Nombre', email, password: newPassword };
      expect((await call('PUT', `/admin/${id}`, edit)).statusCode).toBe(503);
      isFull = false;
      await busy;
      expect(await db.$count(users, eq(users.email, email))).toBe(0);
    });
  });

  describe('GET /admin', () => {
    it('lists current and former admins by name, ignoring accents, in pages', async () => {
      await db.delete(users).where(eq(users.role, 'admin'));
      for (const username of ['Óscar', 'olga', 'Pía']) await aUser(db, { username, role: 'admin' });
      await aUser(db, { username: 'Ómar', formerAdmin: true });
      await aUser(db, { username: 'Nadie' });
      const page = async (query: string) => {
        const reply = await call('GET', `/admin${query}`);
        const names = reply
          .json()
          .map((admin: { username: string; role: string }) => [admin.username, admin.role]);
        return [names, reply.headers['x-total-count']];
      };
      const [olga, omar, oscar, pia] = [
        ['olga', 'admin'],
        ['Ómar', 'user'],
        ['Óscar', 'admin'],
        ['Pía', 'admin'],
      ];
      expect(await page('')).toEqual([[olga, omar, oscar, pia], '4']);
      expect(await page('?limit=2&offset=1')).toEqual([[omar, oscar], '4']);
      expect(await page('?offset=9')).toEqual([[], '4']);
    });
  });

  it('GET /admin/stats counts every account by its role', async () => {
    const before = (await call('GET', '/admin/stats')).json();
    await aUser(db);
    await aUser(db, { formerAdmin: true, isActive: false });
    await aUser(db, { role: 'admin' });
    await aUser(db, { role: 'superadmin' });
    expect((await call('GET', '/admin/stats')).json()).toEqual({
      totalSuperAdmins: before.totalSuperAdmins + 1,
      totalAdmins: before.totalAdmins + 1,
      totalUsers: before.totalUsers + 2,
      totalAccounts: before.totalAccounts + 4,
    });
  });
});

describe('admin changes', async () => {
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
      const reply = await call('PUT', `/admin/${user.id}`, {
        username,
        email,
        ...smuggled,
        _id: boss.user.id,
      });
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

      await sendAccountNotices(app);
      const up = await call('PATCH', `/admin/${id}/reactivate`);
      expect([up.statusCode, up.json().role]).toEqual([200, 'admin']);
      expect((await app.inject({ url: '/api/auth/verify', headers: { cookie } })).json()).toBeNull();
      expect(await rowOf(id)).toMatchObject({ role: 'admin', formerAdmin: false });
      expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
        'admin.deactivate',
        'admin.reactivate',
      ]);
      const subjects = (await subjectsTo(email)).toSorted();
      expect(subjects).toEqual(['Vuelves a administrar Minga', 'Ya no administras Minga']);
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
      await sendAccountNotices(app);
      expect(await emailsTo(db, email)).toEqual([]);
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
});

describe('admin passwords', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  const password = 'maíz-y-café';
  const passwordHash = await cheapHash(password);
  const TOO_SHORT = 'La contraseña debe tener al menos 10 caracteres';
  const COMMON = 'Esa contraseña es de las más usadas. Elige otra.';

  type Headers = Record<string, string>;
  const call = (method: 'POST' | 'PUT', path: string, headers: Headers, payload: object) =>
    app.inject({ method, url: `/api${path}`, headers, payload });
  const isUnchanged = async (id: string) =>
    (await db.$count(users, eq(users.id, id))) === 1 &&
    (await db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash === passwordHash;

  async function resetOf(email: string, newPassword: string) {
    await call('POST', '/auth/password-reset', {}, { email });
    await emailsWritten(db);
    const token = await mailedToken(db, email, 'reset');
    return (given = newPassword) => call('POST', '/auth/reset-password', {}, { token, newPassword: given });
  }

  // Former admins are included, since their role may be restored and their passwords stay.
  const administering = [
    ['an admin', { role: 'admin' }],
    ['a superadmin', { role: 'superadmin' }],
    ['a former admin', { role: 'user', formerAdmin: true }],
  ] as const;
  const weak = [
    ['maíz123', TOO_SHORT],
    ['1234567890', COMMON],
  ] as const;

  it.each(administering.flatMap(([name, values]) => weak.map(bad => [name, values, ...bad] as const)))(
    '%s (%j) cannot set %s',
    async (_name, values, newPassword, message) => {
      const { user, headers } = await signedIn(db, { passwordHash, ...values });
      const rejected = { status: 400, code: 'VALIDATION', message: [message] };
      const change = { currentPassword: password, newPassword };
      expect(errorOf(await call('POST', '/auth/change-password', headers, change))).toEqual(rejected);
      const reset = await resetOf(user.email, newPassword);
      expect(errorOf(await reset())).toEqual(rejected);
      expect(await isUnchanged(user.id)).toBe(true);
      // The link is still valid.
      expect((await reset('quinua-y-papa')).statusCode).toBe(200);
    },
  );

  it('a member may, as the specification says', async () => {
    const { user, headers } = await signedIn(db, { passwordHash });
    const change = { currentPassword: password, newPassword: '123456' };
    expect((await call('POST', '/auth/change-password', headers, change)).statusCode).toBe(200);
    const reset = await resetOf(user.email, '1234567890');
    expect((await reset()).statusCode).toBe(200);
  });

  it.each(weak)('a superadmin cannot give %s to an admin', async (newPassword, message) => {
    const { headers } = await signedIn(db, { role: 'superadmin' });
    const { id, username, email } = await aUser(db, { role: 'admin', passwordHash });
    const edit = { username, email, password: newPassword };
    expect(errorOf(await call('PUT', `/admin/${id}`, headers, edit))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
    expect(await isUnchanged(id)).toBe(true);
  });
});

describe('former admins', async () => {
  const app = await testApp();
  const { db } = app.platform;

  const admin = await signedIn(db, { role: 'admin' });
  const boss = await signedIn(db, { role: 'superadmin' });
  const forbidden = {
    status: 403,
    code: 'FORBIDDEN',
    message: 'Esta cuenta administró Minga: solo la superadministración puede cambiar su correo o eliminarla',
  };
  const fields = { username: 'Otro Nombre', phone: '310 765 4321' };

  const send = (
    method: 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    { headers }: typeof admin,
    payload?: object,
  ) => app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
  const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));

  describe.each([true, false])('an admin acting on a former admin (active: %j)', isActive => {
    const person = () => aUser(db, { formerAdmin: true, isActive });

    it.each(['propia@example.org', admin.user.email])('cannot change the e-mail to %s', async email => {
      const former = await person();
      const reply = await send('PUT', `/admin-panel/users/${former.id}`, admin, { ...fields, email });
      expect(errorOf(reply)).toEqual(forbidden);
      expect([await rowOf(former.id), await actionsOn(former.id)]).toEqual([former, []]);
      expect([...(await emailsTo(db, former.email)), ...(await emailsTo(db, email))]).toEqual([]);
    });

    it('cannot delete the account', async () => {
      const former = await person();
      const activity = await anActivity(db, { ownerId: former.id });
      expect(errorOf(await send('DELETE', `/admin-panel/users/${former.id}`, admin))).toEqual(forbidden);
      expect([await rowOf(former.id), await actionsOn(former.id)]).toEqual([former, []]);
      expect(await db.$count(activities, eq(activities.id, activity.id))).toBe(1);
      expect(await emailsTo(db, former.email)).toEqual([]);
    });

    it('changes name, phone and state, also with the unchanged e-mail in capitals', async () => {
      const { id, email } = await person();
      const path = `/admin-panel/users/${id}`;
      const edited = await send('PUT', path, admin, { ...fields, email: ` ${email.toUpperCase()} ` });
      expect([edited.statusCode, edited.json()]).toMatchObject([200, { ...fields, email }]);
      const switched = await send('PATCH', `${path}/status`, admin, { isActive: !isActive });
      expect([switched.statusCode, switched.json()]).toMatchObject([200, { isActive: !isActive }]);
      expect(await rowOf(id)).toMatchObject({ ...fields, email, formerAdmin: true, isActive: !isActive });
    });

    it('leaves both to superadmins', async () => {
      const { id, email } = await person();
      const given = `nueva-${email}`;
      const edited = await send('PUT', `/admin/${id}`, boss, { username: 'Otro Nombre', email: given });
      expect([edited.statusCode, edited.json().email]).toEqual([200, given]);
      expect((await send('DELETE', `/admin/${id}`, boss)).statusCode).toBe(204);
      expect(await rowOf(id)).toBeUndefined();
    });
  });
});
