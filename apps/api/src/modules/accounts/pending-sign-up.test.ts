import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { sweepAccounts } from './jobs.ts';
import { registrations, users } from './schema.ts';

// A stranger signs up with another person's address. Nothing may tell the stranger when the address becomes an account.

const app = await testApp();
const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
await app.startJobs();
const { db } = app.platform;
const HOUR = 3_600_000;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
const strangersPassword = 'clave-del-extraño';
const UNVERIFIED = { status: 403, code: 'EMAIL_NOT_VERIFIED' };
const boss = await signedIn(db, { role: 'superadmin' });
let made = 0;

type Headers = Record<string, string>;
const send = (at: typeof app, method: 'POST' | 'PUT', path: string, payload: object, headers: Headers = {}) =>
  at.inject({ method, url: `/api${path}`, headers, payload });
const post = (path: string, payload: object, headers?: Headers) =>
  send(app, 'POST', `/auth/${path}`, payload, headers);
const login = (email: string, given: string, at = app) =>
  send(at, 'POST', '/auth/login', { email, password: given });
const after = (hours: number) => app.setNow(new Date(NOON.getTime() + hours * HOUR));

async function signUp(email: string, given: string): Promise<string> {
  await post('register', { username: 'Rosa Elvira', email, phone: '3001234567', password: given });
  await emailsWritten(db);
  return mailedToken(db, email, 'verify');
}

/** The ways in which an address gets an account. */
const ways: readonly [name: string, act: (email: string, at?: typeof app) => Promise<void>][] = [
  [
    'by the link of another sign-up',
    async email => {
      const token = await signUp(email, password);
      expect((await post('verify-email', { token })).statusCode).toBe(200);
    },
  ],
  [
    'by a superadmin, who creates an admin',
    async (email, at = app) => {
      const { headers } = await signedIn(at.platform.db, { role: 'superadmin' });
      const admin = { username: 'Nueva Admin', email, password };
      expect((await send(at, 'POST', '/auth/admin/register', admin, headers)).statusCode).toBe(201);
    },
  ],
  [
    'by a superadmin, who edits an account',
    async email => {
      const { user } = await signedIn(db, { role: 'admin' });
      const edit = { username: user.username, email };
      expect((await send(app, 'PUT', `/admin/${user.id}`, edit, boss.headers)).statusCode).toBe(200);
    },
  ],
  [
    'by a member who changes the e-mail',
    async email => {
      const { headers } = await signedIn(db, { passwordHash });
      await post('email-change', { email, password }, headers);
      const token = await mailedToken(db, email, 'change-email');
      expect((await post('confirm-email', { token })).statusCode).toBe(200);
    },
  ],
];

beforeEach(() => after(0));

describe.each(ways)('an address gets an account %s', (_name, becomeAccount) => {
  const newAddress = () => `oculta${++made}@example.org`;

  it('and a stranger’s sign-up of it looks pending as before, but its link is void', async () => {
    const email = newAddress();
    const link = await signUp(email, strangersPassword);
    expect(errorOf(await login(email, strangersPassword))).toMatchObject(UNVERIFIED);
    await becomeAccount(email);
    expect(errorOf(await login(email, strangersPassword))).toMatchObject(UNVERIFIED);
    for (const path of ['verification-link', 'verify-email']) {
      expect(errorOf(await post(path, { token: link }))).toMatchObject({
        status: 400,
        code: 'INVALID_TOKEN',
      });
    }
    expect(await db.$count(users, eq(users.email, email))).toBe(1);
  });

  it('and a stranger’s change to it stays pending, but its link is void', async () => {
    const email = newAddress();
    const stranger = await signedIn(db, { passwordHash });
    await post('email-change', { email, password }, stranger.headers);
    const link = await mailedToken(db, email, 'change-email');
    const pending = async () =>
      (await app.inject({ url: '/api/auth/profile', headers: stranger.headers })).json().pendingEmail;
    expect(await pending()).toBe(email);
    await becomeAccount(email);
    expect(await pending()).toBe(email);
    expect(errorOf(await post('confirm-email', { token: link }))).toMatchObject({ code: 'INVALID_TOKEN' });
  });
});

it('a lock by failed sign-ins lasts when the address gets an account', async () => {
  const email = 'cerrada@example.org';
  for (let failure = 0; failure < 5; failure += 1) await login(email, strangersPassword, guarded);
  expect((await login(email, strangersPassword, guarded)).statusCode).toBe(429);
  await ways[1]?.[1](email, guarded);
  expect((await login(email, strangersPassword, guarded)).statusCode).toBe(429);
});

describe('a sign-up', () => {
  it('looks the same when another one of the address follows', async () => {
    const email = 'dos-registros@example.org';
    await signUp(email, strangersPassword);
    await signUp(email, password);
    for (const given of [strangersPassword, password]) {
      expect(errorOf(await login(email, given))).toMatchObject(UNVERIFIED);
    }
    expect(errorOf(await login(email, 'no-es-esta'))).toMatchObject({ status: 401 });
  });

  it.each([
    ['without an account', false],
    ['with an account', true],
  ])('ends after three days, however often a link is requested: %s', async (_name, hasAccount) => {
    const email = `tres-dias-${hasAccount}@example.org`;
    await signUp(email, strangersPassword);
    if (hasAccount) await ways[1]?.[1](email);
    for (const hours of [23, 46, 69, 71]) {
      after(hours);
      await post('resend-verification', { email });
      await emailsWritten(db);
      await sweepAccounts(app.platform);
      expect(errorOf(await login(email, strangersPassword))).toMatchObject(UNVERIFIED);
    }
    after(72);
    expect(errorOf(await login(email, strangersPassword))).toMatchObject({ status: 401 });
  });

  it('can be verified with a new link after the first expired, and with its last link for 24 hours', async () => {
    const email = 'enlace-vencido@example.org';
    const first = await signUp(email, password);
    after(71);
    await sweepAccounts(app.platform);
    expect((await post('verify-email', { token: first })).statusCode).toBe(400);
    await post('resend-verification', { email });
    await emailsWritten(db);
    const second = await mailedToken(db, email, 'verify');
    after(94);
    await sweepAccounts(app.platform);
    expect((await post('verify-email', { token: second })).statusCode).toBe(200);
  });

  it('is deleted once it and its link have expired', async () => {
    const email = 'olvidado@example.org';
    await signUp(email, password);
    after(73);
    await sweepAccounts(app.platform);
    expect(await db.$count(registrations, eq(registrations.email, email))).toBe(0);
  });
});
