import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, PASSWORD, passwordHash } from '../../../../test/account-calls.ts';
import { NOON, testApps } from '../../../../test/app.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { aUser, deactivate } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { anAuthenticator } from '../../../../test/totp.ts';
import { hashRecoveryCode } from '../factors/rules.ts';
import { sweepAccounts } from '../jobs.ts';
import { newLink } from '../links.ts';
import { type UserRow, upsertEmailToken } from '../repository.ts';
import { pendingSignIns, recoveryCodes, sessions, users } from '../schema.ts';
import { openPendingSignIn } from './service.ts';

// The two apps stand for two processes on one database, of which the first has no limits.
const {
  apps: [app, guarded],
  db,
  setNow,
} = await testApps({}, { RATE_LIMIT_FACTOR: '1' });
const password = PASSWORD;
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);
const RECOVERY = 'ABCDEFGH2345';
const WRONG = { status: 401, code: 'WRONG_CODE', message: 'El código no es correcto' };
let calls = 0;

/** Sends each request from another network address, so that only the account's counters matter. */
function post(path: string, payload: object, cookie = '', on = app): Promise<LightMyRequestResponse> {
  calls += 1;
  const origin = `10.0.${Math.floor(calls / 250)}.${(calls % 250) + 1}`;
  return accountCalls(on).post(path, payload, { cookie }, origin);
}
const login = (email: string) => post('login', { email, password });
const enter = (code: string, cookie: string, on = app) => post('second-factor', { code }, cookie, on);

/** Creates an account with an authenticator app and one recovery code. */
async function member(values = {}) {
  const user = await aUser(db, { passwordHash, ...values });
  const codeAt = await anAuthenticator(db, user.id);
  await db.insert(recoveryCodes).values({ userId: user.id, codeHash: hashRecoveryCode(user.id, RECOVERY) });
  return { ...user, codeAt };
}

/** Creates the cookie of a sign-in with the right password, without verifying a password. */
const secondStep = async (user: Pick<UserRow, 'id' | 'passwordHash'>) =>
  `minga_second_step=${await openPendingSignIn(db, user, NOON)}`;

/** Creates an account and a sign-in that is pending the code. */
async function pending(values = {}) {
  const user = await member(values);
  return { ...user, cookie: await secondStep(user) };
}

const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId));

beforeEach(() => setNow(NOON));

describe('the right password of an account with a second factor', () => {
  it('opens no session and sets a cookie for ten minutes', async () => {
    const { id, email } = await member();
    const reply = await login(email);
    expect([reply.statusCode, reply.json()]).toEqual([200, { next: 'second-factor' }]);
    expect(await sessionsOf(id)).toEqual([]);
    expect(reply.cookies).toEqual([
      expect.objectContaining({ name: 'minga_second_step', httpOnly: true, sameSite: 'Lax', maxAge: 600 }),
    ]);
    const rows = await db.select().from(pendingSignIns).where(eq(pendingSignIns.userId, id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(reply.cookies[0]?.value);
  });

  it('its cookie is no session', async () => {
    const { cookie } = await pending();
    const asSession = { cookie: cookie.replace('minga_second_step', 'minga_session') };
    for (const headers of [{ cookie }, asSession]) {
      expect((await app.inject({ url: '/api/auth/verify', headers })).json()).toBeNull();
    }
  });

  it('a wrong password says nothing about the factor', async () => {
    const { email } = await member();
    const reply = await post('login', { email, password: 'no-es-esta' });
    expect(errorOf(reply)).toMatchObject({ status: 401, message: 'Correo o contraseña incorrectos' });
    expect(reply.cookies).toEqual([]);
  });
});

describe('POST /auth/second-factor', () => {
  it('opens a session by a code of the app', async () => {
    const { id, email, cookie, codeAt } = await pending();
    const reply = await enter(codeAt(NOON), cookie);
    expect([reply.statusCode, reply.json().email]).toEqual([200, email]);
    expect((await app.inject({ url: '/api/auth/verify', headers: cookieOf(reply) })).json().email).toBe(
      email,
    );
    expect((await sessionsOf(id)).map(({ confirmedAt }) => confirmedAt)).toEqual([NOON]);
  });

  it('opens a session by a recovery code as people type it, once, and informs the owner', async () => {
    const user = await pending();
    expect((await enter('abcd-efgh-2345', user.cookie)).statusCode).toBe(200);
    const [mail] = await emailsTo(db, user.email);
    expect(mail?.subject).toBe('Usaron un código de recuperación en tu cuenta de Minga');
    expect(mail?.text).toContain('Era el último');
    expect(errorOf(await enter(RECOVERY, await secondStep(user)))).toEqual(WRONG);
  });

  it.each(['000000', 'ZZZZ-ZZZZ-ZZZZ', 'x'])('the wrong code %s gets the same error', async code => {
    const { id, cookie } = await pending();
    expect(errorOf(await enter(code, cookie))).toEqual(WRONG);
    expect(await sessionsOf(id)).toEqual([]);
  });

  it('the right code works after a wrong one', async () => {
    const { cookie, codeAt } = await pending();
    await enter('000000', cookie);
    expect((await enter(codeAt(NOON), cookie)).statusCode).toBe(200);
  });

  it('accepts each time step once, in both processes', async () => {
    const user = await member();
    const { codeAt } = user;
    const cookies = await concurrently(8, () => secondStep(user));
    const replies = await Promise.all(
      cookies.map((cookie, index) => enter(codeAt(NOON), cookie, index % 2 === 0 ? app : guarded)),
    );
    expect(tally(replies)).toEqual({ 200: 1, 401: 7 });
    const next = await secondStep(user);
    // A code of a later step is accepted, and afterwards no code of the earlier step.
    expect((await enter(codeAt(after(30)), next)).statusCode).toBe(200);
    expect(errorOf(await enter(codeAt(NOON), await secondStep(user)))).toEqual(WRONG);
  });

  it('accepts a recovery code once', async () => {
    const user = await member();
    const cookies = await concurrently(8, () => secondStep(user));
    expect(tally(await Promise.all(cookies.map(cookie => enter(RECOVERY, cookie))))).toEqual({
      200: 1,
      401: 7,
    });
  });

  it('ends the session that the browser had', async () => {
    const user = await pending();
    const { id, codeAt } = user;
    const first = cookieOf(await enter(codeAt(NOON), user.cookie)).cookie;
    const session = first.split('; ').find(part => part.startsWith('minga_session'));
    const cookies = `${session}; ${await secondStep(user)}`;
    expect((await enter(codeAt(after(30)), cookies)).statusCode).toBe(200);
    expect(await sessionsOf(id)).toHaveLength(1);
  });
});

describe('a pending sign-in ends', () => {
  const ended = (reply: LightMyRequestResponse) =>
    expect(errorOf(reply)).toEqual({
      status: 401,
      code: 'INVALID_TOKEN',
      message: 'Pasó mucho tiempo o la contraseña cambió. Escribe otra vez tu correo y tu contraseña.',
    });

  it('after ten minutes', async () => {
    const { cookie, codeAt } = await pending();
    setNow(after(600));
    ended(await enter(codeAt(after(600)), cookie));
  });

  it('when the password changes', async () => {
    const { id, cookie, codeAt } = await pending();
    await db
      .update(users)
      .set({ passwordHash: await cheapHash('otra-clave') })
      .where(eq(users.id, id));
    ended(await enter(codeAt(NOON), cookie));
  });

  it('once it was used', async () => {
    const { cookie, codeAt } = await pending();
    await enter(codeAt(NOON), cookie);
    ended(await enter(codeAt(after(30)), cookie));
  });

  it('without a cookie, and with an invented one', async () => {
    ended(await enter('123456', ''));
    ended(await enter('123456', `minga_second_step=${'A'.repeat(43)}`));
  });

  it('when the account is deactivated', async () => {
    const { id, cookie, codeAt } = await pending();
    await deactivate(db, id);
    expect((await enter(codeAt(NOON), cookie)).statusCode).toBe(401);
    expect(await sessionsOf(id)).toEqual([]);
  });

  it('and the sweep deletes it', async () => {
    const { id } = await pending();
    setNow(after(601));
    await sweepAccounts(app.platform);
    expect(await db.select().from(pendingSignIns).where(eq(pendingSignIns.userId, id))).toEqual([]);
  });
});

describe('wrong codes', () => {
  it('count by account, over both processes and several passwords, and warn the owner once', async () => {
    const user = await member();
    const { email, codeAt } = user;
    const cookies = await concurrently(3, () => secondStep(user));
    const replies = await concurrently(12, index => enter('000000', cookies[index % 3] ?? '', guarded));
    expect(tally(replies)).toEqual({ 401: 5, 429: 7 });
    expect((await enter(codeAt(NOON), cookies[0] ?? '', guarded)).statusCode).toBe(429);
    setNow(after(2));
    await enter('000000', cookies[0] ?? '', guarded);
    const mails = await emailsTo(db, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Varios códigos equivocados en tu cuenta de Minga']);
  });

  it('of a stranger do not lock out a device that signed in before', async () => {
    const user = await member();
    const { codeAt } = user;
    const signedIn = await enter(codeAt(NOON), await secondStep(user), guarded);
    const device = `minga_device=${signedIn.cookies.find(({ name }) => name === 'minga_device')?.value}`;
    const stranger = await secondStep(user);
    await concurrently(6, () => enter('000000', stranger, guarded));
    const cookie = await secondStep(user);
    expect((await enter(codeAt(after(30)), `${cookie}; ${device}`, guarded)).statusCode).toBe(200);
  });

  it('are limited by network address', async () => {
    const replies = await concurrently(31, () =>
      guarded.inject({
        method: 'POST',
        url: '/api/auth/second-factor',
        remoteAddress: '192.0.2.1',
        headers: { cookie: `minga_second_step=${'B'.repeat(43)}` },
        payload: { code: '1' },
      }),
    );
    expect(tally(replies)).toEqual({ 401: 30, 429: 1 });
  });
});

it.each([{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }])('rejects the body %j', async payload => {
  expect((await post('second-factor', payload)).statusCode).toBe(400);
});

it('a new password by the mailed link still asks for the factor', async () => {
  const { id: userId, email } = await member();
  const { url, stored } = newLink(app.platform, 'reset');
  await upsertEmailToken(db, { userId, purpose: 'reset', ...stored });
  const token = url.split('token=')[1];
  const reply = await post('reset-password', { token, newPassword: 'otra-clave-1' });
  expect(reply.statusCode).toBe(200);
  expect((await app.inject({ url: '/api/auth/verify', headers: cookieOf(reply) })).json()).toBeNull();
  const again = await post('login', { email, password: 'otra-clave-1' }, cookieOf(reply).cookie);
  expect(again.json()).toEqual({ next: 'second-factor' });
});
