import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { testDatabase } from '../../../test/database.ts';
import { aUser, deactivate, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { sessions, users } from './schema.ts';

const database = await testDatabase();
const app = await testApp({ RATE_LIMIT_FACTOR: '50' }, database);
/** Locks an account after five failed sign-ins. */
const strict = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
await app.startJobs();
const MINUTE = 60_000;
const newPassword = 'quinua-y-papa';
const oldHash = await cheapHash('maíz-y-café');
const sent = { message: 'Se ha enviado un enlace de recuperación a tu correo', resetLink: null };
const invalidLink = {
  success: false,
  message: 'El enlace de recuperación no es válido o ya venció. Pide uno nuevo.',
  code: 'INVALID_TOKEN',
};

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload });
const reset = (token: string, password = newPassword) =>
  post('reset-password', { token, newPassword: password });
const account = (values: Parameters<typeof aUser>[1] = {}) => aUser(db, { passwordHash: oldHash, ...values });

async function requestedToken(email: string): Promise<string> {
  expect((await post('password-reset', { email })).json()).toEqual(sent);
  await emailsWritten(db);
  return mailedToken(db, email, 'reset');
}

beforeEach(() => app.setNow(NOON));

describe('POST /auth/password-reset', () => {
  it('sends every address the same response, and an e-mail only to active accounts', async () => {
    const active = await account();
    const off = await account();
    await deactivate(db, off.id);
    for (const email of [active.email, off.email, 'nadie@example.org']) {
      const reply = await post('password-reset', { email: ` ${email.toUpperCase()} ` });
      expect([reply.statusCode, reply.json()]).toEqual([200, sent]);
    }
    await emailsWritten(db);
    expect((await emailsTo(db, active.email)).map(email => email.subject)).toEqual([
      'Pon una contraseña nueva en Minga',
    ]);
    expect(await emailsTo(db, off.email)).toEqual([]);
    expect(await emailsTo(db, 'nadie@example.org')).toEqual([]);
  });

  it('builds the link from PUBLIC_URL, not from headers of the request', async () => {
    const { email } = await account();
    const poisoned = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    };
    await post('password-reset', { email }, poisoned);
    await emailsWritten(db);
    const [mailed] = await emailsTo(db, email);
    expect(mailed?.text).toContain('http://localhost:3000/reset-password?token=');
    expect(`${mailed?.html}${mailed?.text}`).not.toContain('evil.example');
  });

  it.each([
    [{}, 'El correo electrónico es requerido'],
    [{ email: ' ' }, 'El correo electrónico es requerido'],
    [{ email: 'nadie' }, 'Por favor ingresa un correo electrónico válido'],
    [{ email: 'a@example.org\r\nBcc: b@example.org' }, 'Por favor ingresa un correo electrónico válido'],
    [{ email: 'a@example.org\u0000' }, 'El texto contiene caracteres no permitidos'],
    [{ email: ['a@example.org', 'b@example.org'] }, 'El correo electrónico es requerido'],
    [{ email: 'a@example.org,b@example.org' }, 'Por favor ingresa un correo electrónico válido'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'Por favor ingresa un correo electrónico válido'],
  ])('rejects %j', async (payload, message) => {
    const error = errorOf(await post('password-reset', payload));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION' });
    expect([error.message].flat()).toEqual([message]);
  });
});

describe('POST /auth/reset-password', () => {
  it('sets the password once, ends all sessions and tells the owner', async () => {
    const { user, headers } = await signedIn(db, { passwordHash: oldHash });
    const token = await requestedToken(user.email);
    const reply = await reset(token);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'Contraseña restablecida exitosamente' },
    ]);
    expect(reply.cookies.map(({ name }) => name)).toEqual(['minga_device']);
    expect((await app.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
    expect((await post('login', { email: user.email, password: 'maíz-y-café' })).statusCode).toBe(401);
    expect((await post('login', { email: user.email, password: newPassword })).statusCode).toBe(200);
    expect((await emailsTo(db, user.email)).at(-1)?.subject).toBe('Tu contraseña de Minga cambió');
    expect((await reset(token)).json()).toEqual(invalidLink);
  });

  it('accepts one of twenty concurrent requests with one token', async () => {
    const { email } = await account();
    const token = await requestedToken(email);
    expect(tally(await concurrently(20, () => reset(token)))).toEqual({ 200: 1, 400: 19 });
  });

  it('rejects an earlier link, and every other link after the password is set', async () => {
    const { user, headers } = await signedIn(db, { passwordHash: oldHash });
    const { email } = user;
    const change = { email: `nueva.${email}`, password: 'maíz-y-café' };
    expect((await post('email-change', change, headers)).statusCode).toBe(200);
    const moving = await mailedToken(db, change.email, 'change-email');
    const first = await requestedToken(email);
    const second = await requestedToken(email);
    expect((await reset(first)).json()).toEqual(invalidLink);
    expect((await reset(second)).statusCode).toBe(200);
    expect((await post('confirm-email', { token: moving })).statusCode).toBe(400);
  });

  it('sends an unverified address the verification link again', async () => {
    const form = { username: 'Rosa', email: 'tarde@example.org', phone: '3001234567', password: newPassword };
    await post('register', form);
    await emailsWritten(db);
    const first = await mailedToken(db, form.email, 'verify');
    await post('password-reset', { email: form.email });
    await emailsWritten(db);
    const second = await mailedToken(db, form.email, 'verify');
    expect(second).not.toBe(first);
    expect((await post('verify-email', { token: first })).statusCode).toBe(400);
    expect((await post('verify-email', { token: second })).statusCode).toBe(200);
  });

  it('removes the sign-in lock of the account', async () => {
    const { email } = await account();
    const signIn = (password: string) =>
      strict.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
    expect(tally(await concurrently(6, () => signIn('no-es-esta')))).toEqual({ 401: 5, 429: 1 });
    expect((await signIn('maíz-y-café')).statusCode).toBe(429);
    expect((await reset(await requestedToken(email))).statusCode).toBe(200);
    expect((await signIn(newPassword)).statusCode).toBe(200);
  });

  it('rejects a token after 60 minutes, of another purpose, and of a deactivated account', async () => {
    const { email, id } = await account();
    const token = await requestedToken(email);
    expect((await post('verify-email', { token })).statusCode).toBe(400);
    app.setNow(new Date(NOON.getTime() + 60 * MINUTE));
    expect((await reset(token)).json()).toEqual(invalidLink);
    app.setNow(new Date(NOON.getTime() + 59 * MINUTE));
    await deactivate(db, id);
    expect((await reset(token)).json()).toEqual(invalidLink);
    const [row] = await db.select().from(users).where(eq(users.id, id));
    expect(row?.passwordHash).toBe(oldHash);
  });

  it.each([
    [{ newPassword }, ['Token de recuperación no encontrado']],
    [{ token: 'x'.repeat(201), newPassword }, ['Token de recuperación no encontrado']],
    [{ token: ['x'], newPassword }, ['Token de recuperación no encontrado']],
    [{ token: 'x', newPassword: '12345' }, ['La contraseña debe tener al menos 6 caracteres']],
    [{ token: 'x', newPassword: 'a'.repeat(201) }, ['La contraseña debe tener como máximo 200 caracteres']],
    [{ token: 'x' }, ['La contraseña es requerida']],
  ])('rejects %j', async (payload, message) => {
    expect(errorOf(await post('reset-password', payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message,
    });
  });
});

it('a concurrent sign-in with the old password does not survive the reset', async () => {
  const { user } = await signedIn(db, { passwordHash: oldHash });
  let signIn: ReturnType<typeof post> | undefined;
  await db.transaction(async tx => {
    await tx
      .update(users)
      .set({ passwordHash: await cheapHash(newPassword) })
      .where(eq(users.id, user.id));
    // Not awaited: it verifies the old password and then waits for this transaction.
    signIn = post('login', { email: user.email, password: 'maíz-y-café' });
    await expect.poll(() => countLockWaits(db), { timeout: 20_000 }).toBeGreaterThan(0);
  });
  expect((await signIn)?.statusCode).toBe(401);
  expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
});

it.each([
  ['password', { passwordHash: 'another' }],
  ['role', { role: 'admin' as const }],
  ['activity', { isActive: false }],
])(
  'a change of %s by any statement ends all sessions of the account and no others',
  async (_name, change) => {
    const { user } = await signedIn(db);
    const bystander = await signedIn(db);
    await db.update(users).set(change).where(eq(users.id, user.id));
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.userId, bystander.user.id))).toBe(1);
  },
);
