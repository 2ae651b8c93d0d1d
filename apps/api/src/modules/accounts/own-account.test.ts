import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { aRegistration, aUser, signedIn } from '../../../test/factories.ts';
import { cookieOf, errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { sweepAccounts } from './jobs.ts';
import { emailTokens, registrations, sessions, users } from './schema.ts';

const app = await testApp();
const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

const call = (method: Method, path: string, headers: Headers = {}, payload?: object) =>
  app.inject({ method, url: `/api/auth/${path}`, headers, ...(payload && { payload }) });
const person = (values: Parameters<typeof signedIn>[1] = {}) => signedIn(db, { passwordHash, ...values });
const isSignedIn = async (headers: Headers) => (await call('GET', 'verify', headers)).json() !== null;

beforeEach(() => app.setNow(NOON));

it.each<[Method, string]>([
  ['GET', 'profile'],
  ['PUT', 'profile'],
  ['POST', 'email-change'],
  ['DELETE', 'email-change'],
  ['POST', 'change-password'],
  ['GET', 'sessions'],
  ['DELETE', 'sessions'],
  ['DELETE', 'sessions/01980000-0000-7000-8000-000000000000'],
  ['GET', 'data'],
  ['DELETE', 'account'],
])('%s /auth/%s needs a session', async (method, path) => {
  for (const headers of [{}, { cookie: `minga_session=${'A'.repeat(43)}` }]) {
    expect(errorOf(await call(method, path, headers, {}))).toEqual({
      status: 401,
      code: 'UNAUTHENTICATED',
      message: 'No autorizado. Inicia sesión nuevamente.',
    });
  }
});

it.each([
  'Minga',
  'Мinga',
  'M1NGA oficial',
  'Adminіstrасión',
  'Equipo de Mınga',
  'Usuario e1iminado',
  'Ana Pérеz',
])('nobody calls themselves %s', async username => {
  const { headers } = await person();
  const refused = { status: 400, code: 'VALIDATION', message: ['Este nombre no se puede usar'] };
  const account = { username, phone: '3107654321', email: 'nueva@example.org', password, gender: null };
  expect(errorOf(await call('PUT', 'profile', headers, account))).toEqual(refused);
  expect(errorOf(await call('POST', 'register', {}, account))).toEqual(refused);
});

describe('PUT /auth/profile', () => {
  const fields = { username: 'Rosa  Elvira ', phone: ' 310 765 4321', gender: 'female' };

  it('changes name, phone and greeting, and nothing else', async () => {
    const { user, headers } = await person();
    const smuggled = {
      role: 'admin',
      email: 'otro@example.org',
      isActive: false,
      passwordHash: 'x',
      _id: 'y',
    };
    const reply = await call('PUT', 'profile', headers, { ...fields, ...smuggled });
    expect(reply.statusCode).toBe(200);
    const changes = { username: 'Rosa Elvira', phone: '310 765 4321', gender: 'female' };
    expect(reply.json()).toMatchObject({ ...changes, email: user.email, role: 'user' });
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row).toEqual({ ...user, ...changes, searchText: expect.stringContaining('rosa elvira') });
    expect(await isSignedIn(headers)).toBe(true);
  });

  it.each([
    [{ username: undefined }, ['El nombre de usuario es requerido']],
    [{ username: 'yo' }, ['El nombre de usuario debe tener al menos 3 caracteres']],
    [{ username: 'Gana en www.malo.example' }, ['El nombre no puede llevar direcciones web']],
    [{ username: 'Rosa\u0000' }, ['El texto contiene caracteres no permitidos']],
    [{ username: ['Rosa'] }, ['El nombre de usuario es requerido']],
    [{ phone: undefined }, ['El teléfono es requerido']],
    [{ phone: '300' }, ['El teléfono debe tener al menos 10 dígitos']],
    [{ phone: '3'.repeat(21) }, ['El teléfono debe tener como máximo 20 caracteres']],
    [{ phone: '300123\r\n4567' }, ['El texto contiene caracteres no permitidos']],
    [{ gender: 'x' }, ['Elige un saludo de la lista']],
  ])('rejects %j and changes nothing', async (values, message) => {
    const { user, headers } = await person();
    const error = errorOf(await call('PUT', 'profile', headers, { ...fields, ...values }));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect([error.message].flat()).toEqual(message);
    expect(await db.select().from(users).where(eq(users.id, user.id))).toEqual([user]);
  });
});

describe('POST /auth/change-password', () => {
  const newPassword = 'quinua-y-papa';

  it('opens a new session for the client and ends all others', async () => {
    const { user, headers } = await person();
    const login = await call('POST', 'login', {}, { email: user.email, password });
    const reply = await call('POST', 'change-password', headers, { currentPassword: password, newPassword });
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'Contraseña cambiada. Cerramos tus otras sesiones.' },
    ]);
    expect(await isSignedIn(cookieOf(reply))).toBe(true);
    expect(await isSignedIn(headers)).toBe(false);
    expect(await isSignedIn(cookieOf(login))).toBe(false);
    expect((await call('POST', 'login', {}, { email: user.email, password })).statusCode).toBe(401);
    expect((await call('POST', 'login', {}, { email: user.email, password: newPassword })).statusCode).toBe(
      200,
    );
    expect((await emailsTo(db, user.email)).map(email => email.subject)).toEqual([
      'Tu contraseña de Minga cambió',
    ]);
  });

  it('rejects a wrong password with 403, which does not end the session, and changes nothing', async () => {
    const { user, headers } = await person();
    const reply = await call('POST', 'change-password', headers, {
      currentPassword: 'no-es-esta',
      newPassword,
    });
    expect(errorOf(reply)).toEqual({
      status: 403,
      code: 'WRONG_PASSWORD',
      message: 'La contraseña actual no es correcta',
    });
    expect(await db.select().from(users).where(eq(users.id, user.id))).toEqual([user]);
    expect(await isSignedIn(headers)).toBe(true);
  });

  it.each([
    [{ newPassword }, ['Escribe tu contraseña actual']],
    [{ currentPassword: password }, ['La contraseña es requerida']],
    [{ currentPassword: password, newPassword: '12345' }, ['La contraseña debe tener al menos 6 caracteres']],
    [{ currentPassword: [password], newPassword }, ['Escribe tu contraseña actual']],
  ])('rejects %j', async (payload, message) => {
    const { headers } = await person();
    expect(errorOf(await call('POST', 'change-password', headers, payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message,
    });
  });
});

it('wrong passwords in a session are limited like failed sign-ins', async () => {
  const { headers } = await signedIn(guarded.platform.db, { passwordHash });
  const guess = () =>
    guarded.inject({
      method: 'DELETE',
      url: '/api/auth/account',
      headers,
      payload: { password: 'no-es-esta', confirmation: 'ELIMINAR' },
    });
  for (let failure = 0; failure < 5; failure += 1) expect((await guess()).statusCode).toBe(403);
  expect((await guess()).statusCode).toBe(429);
});

describe('the open sessions', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

  it('are listed only to their owner, the last used first, with device and address', async () => {
    const { user, headers } = await person();
    await person();
    app.setNow(new Date(NOON.getTime() + 60_000));
    await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '190.90.1.2',
      headers: { 'user-agent': chrome },
      payload: { email: user.email, password },
    });
    const reply = await call('GET', 'sessions', headers);
    expect(reply.headers['x-total-count']).toBe('2');
    const [own, phone] = [...reply.json()].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
    expect(own).toMatchObject({ isCurrent: true, device: 'Dispositivo desconocido', address: '127.0.0.1' });
    expect(phone).toMatchObject({
      isCurrent: false,
      device: 'Chrome en Android',
      isPhone: true,
      address: '190.90.1.2',
      createdAt: '2026-11-21T17:01:00.000Z',
    });
    expect(JSON.stringify(reply.json())).not.toMatch(/token|hash/i);
  });

  it('are not listed once expired', async () => {
    const { user, headers } = await person();
    await call('POST', 'login', {}, { email: user.email, password });
    for (const days of [5, 10]) {
      app.setNow(new Date(NOON.getTime() + days * 24 * 3_600_000));
      expect((await call('GET', 'sessions', headers)).json()).toHaveLength(days === 5 ? 2 : 1);
    }
  });

  it('end one by one or all others together, and only for their owner', async () => {
    const { user, headers } = await person();
    const stranger = await person();
    const logins = await Promise.all(
      [1, 2, 3].map(() => call('POST', 'login', {}, { email: user.email, password })),
    );
    const others = (await call('GET', 'sessions', headers))
      .json()
      .filter((row: { isCurrent: boolean }) => !row.isCurrent);
    const id = others[0]._id;
    const foreign = await call('DELETE', `sessions/${id}`, stranger.headers);
    expect(errorOf(foreign)).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message: 'Esa sesión ya está cerrada',
    });
    expect((await call('DELETE', `sessions/${id}`, headers)).statusCode).toBe(204);
    expect((await call('DELETE', `sessions/${id}`, headers)).statusCode).toBe(404);
    expect((await call('DELETE', 'sessions/uno', headers)).statusCode).toBe(400);
    const alive = async () =>
      (await Promise.all(logins.map(login => isSignedIn(cookieOf(login))))).filter(Boolean).length;
    expect(await alive()).toBe(2);
    expect((await call('DELETE', 'sessions', headers)).statusCode).toBe(204);
    expect(await alive()).toBe(0);
    expect(await isSignedIn(headers)).toBe(true);
    expect(await isSignedIn(stranger.headers)).toBe(true);
  });

  it('of this browser ends and its cookie is cleared', async () => {
    const { headers } = await person();
    const [own] = (await call('GET', 'sessions', headers)).json();
    const reply = await call('DELETE', `sessions/${own._id}`, headers);
    expect(reply.cookies[0]).toMatchObject({ name: 'minga_session', value: '' });
    expect(await isSignedIn(headers)).toBe(false);
  });

  it('signing in does not adopt a preset cookie and ends the earlier session of the browser', async () => {
    const { user, headers } = await person();
    const preset = { cookie: `minga_session=${'B'.repeat(43)}` };
    const reply = await call('POST', 'login', preset, { email: user.email, password });
    expect(reply.cookies[0]?.value).not.toBe('B'.repeat(43));
    expect(await isSignedIn(preset)).toBe(false);
    await call('POST', 'login', headers, { email: user.email, password });
    expect(await isSignedIn(headers)).toBe(false);
  });
});

it('the sweep deletes expired rows only', async () => {
  const { user, headers } = await person();
  const token = { userId: user.id, purpose: 'reset' as const, tokenHash: Buffer.from('a'), expiresAt: NOON };
  await db.insert(emailTokens).values(token);
  await aRegistration(db, await aUser(db));
  app.setNow(new Date(NOON.getTime() + 1000));
  await sweepAccounts(app.platform);
  expect(await db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(0);
  expect(await isSignedIn(headers)).toBe(true);
  app.setNow(new Date(NOON.getTime() + 31 * 24 * 3_600_000));
  await sweepAccounts(app.platform);
  expect(await db.$count(sessions)).toBe(0);
  expect(await db.$count(registrations)).toBe(0);
});
