import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { hashPassword } from '../accounts/password-service.ts';
import { users } from '../accounts/schema.ts';
import { auditLog } from './schema.ts';

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
  call('POST', '/auth/admin/register', { username: 'Nueva Admin', email: newAddress(), password, ...values });
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
      ...{ username: 'Nueva Admin', email, phone: '', role: 'admin', isActive: true },
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
        // The other call computes a password hash first.
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
    // Two are computed and 200 are queued, repeatedly until both calls have responses.
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
