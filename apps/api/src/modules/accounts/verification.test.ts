import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { registrations, users } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
await app.startJobs();
const HOUR = 3_600_000;
let made = 0;

const post = (path: string, payload: object | undefined, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, ...(payload && { payload }) });
const form = () => ({
  username: 'Rosa Elvira',
  email: `rosa${++made}@example.org`,
  phone: '3001234567',
  password: 'maíz-y-café',
});

async function linkToken(email: string): Promise<string> {
  await emailsWritten(db);
  return mailedToken(db, email, 'verify');
}

async function registered() {
  const account = form();
  await post('register', account);
  return { account, token: await linkToken(account.email) };
}

beforeEach(() => app.setNow(NOON));

describe('POST /auth/verification-link', () => {
  it('returns the account that the link would create, and changes nothing', async () => {
    const { account, token } = await registered();
    const { headers } = await signedIn(db);
    const rows = () => db.select().from(registrations).where(eq(registrations.email, account.email));
    const before = await rows();
    for (const sender of [{}, headers]) {
      const reply = await post('verification-link', { token }, sender);
      expect([reply.statusCode, reply.cookies]).toEqual([200, []]);
      expect(reply.json()).toEqual({ username: account.username, email: account.email });
    }
    expect(await rows()).toEqual(before);
    expect((await app.inject({ url: '/api/auth/verify', headers })).json()).not.toBeNull();
    expect((await post('verify-email', { token })).statusCode).toBe(200);
    expect(errorOf(await post('verification-link', { token }))).toMatchObject({ code: 'INVALID_TOKEN' });
  });

  it.each([
    [{}, 'VALIDATION', ['Token de verificación no encontrado']],
    [
      { token: 'a'.repeat(43) },
      'INVALID_TOKEN',
      'El enlace de verificación no es válido o ya venció. Pide uno nuevo.',
    ],
  ])('rejects %j', async (payload, code, message) => {
    expect(errorOf(await post('verification-link', payload))).toEqual({ status: 400, code, message });
  });
});

describe('POST /auth/verify-email', () => {
  it('verifies, signs in and works once', async () => {
    const { account, token } = await registered();
    const reply = await post('verify-email', { token });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ success: true, user: { email: account.email, role: 'user' } });
    expect(JSON.stringify(reply.json())).not.toContain('argon2');
    const session = await app.inject({ url: '/api/auth/verify', headers: cookieOf(reply) });
    expect(session.json()).toMatchObject({ email: account.email });
    expect(errorOf(await post('verify-email', { token }))).toMatchObject({
      status: 400,
      code: 'INVALID_TOKEN',
    });
  });

  it('accepts one of twenty concurrent requests with one token', async () => {
    const { token } = await registered();
    expect(tally(await concurrently(20, () => post('verify-email', { token })))).toEqual({ 200: 1, 400: 19 });
  });

  it('rejects a token after 24 hours', async () => {
    const { token } = await registered();
    app.setNow(new Date(NOON.getTime() + 24 * HOUR));
    expect((await post('verify-email', { token })).json()).toEqual({
      success: false,
      message: 'El enlace de verificación no es válido o ya venció. Pide uno nuevo.',
      code: 'INVALID_TOKEN',
    });
  });

  it('creates an account of role user and ends the earlier session of the browser', async () => {
    const { account, token } = await registered();
    const before = await signedIn(db);
    await post('verify-email', { token }, before.headers);
    const [row] = await db.select().from(users).where(eq(users.email, account.email));
    expect(row).toMatchObject({ role: 'user', isActive: true, username: account.username });
    expect((await app.inject({ url: '/api/auth/verify', headers: before.headers })).json()).toBeNull();
  });

  it('does not sign in to an account that the address has got since', async () => {
    const { account, token } = await registered();
    await aUser(db, { email: account.email });
    const reply = await post('verify-email', { token });
    expect([reply.statusCode, reply.cookies]).toEqual([400, []]);
  });

  it.each([[{}], [{ token: '' }], [{ token: 5 }]])('rejects %j', async payload => {
    expect(errorOf(await post('verify-email', payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Token de verificación no encontrado'],
    });
  });
});

describe('every error of POST /auth/verify-email has success: false', () => {
  const foreign = { origin: 'https://malo.example' };
  const json = { 'content-type': 'application/json' };
  it.each<[string, Record<string, string>, string | undefined, number, string]>([
    ['no body', {}, undefined, 400, 'VALIDATION'],
    ['no token', json, '{}', 400, 'VALIDATION'],
    ['an empty token', json, '{"token":""}', 400, 'VALIDATION'],
    ['a list', json, '[]', 400, 'VALIDATION'],
    ['malformed JSON', json, '{"token":', 400, 'VALIDATION'],
    ['NUL', json, '{"token":"\\u0000"}', 400, 'VALIDATION'],
    ['an unknown token', json, `{"token":"${'a'.repeat(43)}"}`, 400, 'INVALID_TOKEN'],
    ['another type', { 'content-type': 'text/plain' }, 'hola', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', json, `{"token":"${'a'.repeat(200_000)}"}`, 413, 'TOO_LARGE'],
    ['a foreign page', { ...json, ...foreign }, '{}', 403, 'FOREIGN_ORIGIN'],
  ])('%s', async (_name, headers, payload, status, code) => {
    const url = '/api/auth/verify-email';
    const reply = await app.inject({ method: 'POST', url, headers, ...(payload && { payload }) });
    expect([reply.statusCode, reply.json()]).toEqual([
      status,
      { success: false, message: expect.anything(), code },
    ]);
  });
});

describe('POST /auth/resend-verification', () => {
  const sent = { message: 'Email de verificación reenviado' };

  it('mails a new link that replaces the earlier one', async () => {
    const { account, token: first } = await registered();
    expect((await post('resend-verification', { email: account.email })).json()).toEqual(sent);
    const second = await linkToken(account.email);
    expect((await post('verify-email', { token: first })).statusCode).toBe(400);
    expect((await post('verify-email', { token: second })).statusCode).toBe(200);
  });

  it('sends the same response for unknown, verified and deactivated addresses, and no e-mail', async () => {
    const verified = await aUser(db);
    const deactivated = await aUser(db, { isActive: false });
    for (const email of ['nadie2@example.org', verified.email, deactivated.email]) {
      const reply = await post('resend-verification', { email });
      expect([reply.statusCode, reply.json()]).toEqual([200, sent]);
      await emailsWritten(db);
      expect(await emailsTo(db, email)).toEqual([]);
    }
  });

  it.each([
    [{}, 'El email es requerido'],
    [{ email: '' }, 'El email es requerido'],
    [{ email: 'nadie' }, 'Por favor ingresa un email válido'],
  ])('rejects %j', async (payload, message) => {
    expect(errorOf(await post('resend-verification', payload))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
  });
});
