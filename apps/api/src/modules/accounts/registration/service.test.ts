import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, newAccount, PASSWORD, passwordHash } from '../../../../test/account-calls.ts';
import { NOON, testApp } from '../../../../test/app.ts';
import { aUser, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, senderTo, tally } from '../../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken, subjectsTo } from '../../../../test/sent-emails.ts';
import { setTrust } from '../../../../test/trust.ts';
import { sweepAccounts } from '../jobs.ts';
import { registrations, users } from '../schema.ts';

describe('verification', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  const HOUR = 3_600_000;
  const { post, linkToken, registered } = accountCalls(app);

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
      // The link proves the mailbox, and sensitive acts ask for the password.
      const guarded = await post('totp', {}, cookieOf(reply));
      expect(errorOf(guarded)).toMatchObject({ status: 403, code: 'CONFIRM_IDENTITY' });
      expect(errorOf(await post('verify-email', { token }))).toMatchObject({
        status: 400,
        code: 'INVALID_TOKEN',
      });
    });

    it('accepts one of twenty concurrent requests with one token', async () => {
      const { token } = await registered();
      expect(tally(await concurrently(20, () => post('verify-email', { token })))).toEqual({
        200: 1,
        400: 19,
      });
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
});

describe('pending sign up', async () => {
  // A stranger signs up with another person's address. No response may reveal to the stranger that the address gets an account.

  const app = await testApp();
  const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
  await app.startJobs();
  const { db } = app.platform;
  const { person, post } = accountCalls(app);
  const HOUR = 3_600_000;
  const password = PASSWORD;
  const strangersPassword = 'clave-del-extraño';
  const UNVERIFIED = { status: 403, code: 'EMAIL_NOT_VERIFIED' };
  const boss = await signedIn(db, { role: 'superadmin' });
  let made = 0;

  const login = (email: string, given: string, at = app) =>
    accountCalls(at).post('login', { email, password: given });
  const after = (hours: number) => app.setNow(new Date(NOON.getTime() + hours * HOUR));

  const signUp = async (email: string, given: string) =>
    (await accountCalls(app).registered({ email, password: given })).token;

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
        expect((await accountCalls(at).post('admin/register', admin, headers)).statusCode).toBe(201);
      },
    ],
    [
      'by a superadmin, who edits an account',
      async email => {
        const { user } = await signedIn(db, { role: 'admin' });
        const edit = { username: user.username, email };
        expect((await senderTo(app)('PUT', `/admin/${user.id}`, edit, boss.headers)).statusCode).toBe(200);
      },
    ],
    [
      'by a member who changes the e-mail',
      async email => {
        const { headers } = await person();
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
      const stranger = await person();
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
});

describe('refused domains', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  const calls = accountCalls(app);
  const password = PASSWORD;
  const [REFUSED, ACCEPTED] = ['rosa@correo.desechable.example', 'rosa@nodesechable.example'];

  const post = async (...given: Parameters<typeof calls.post>) => {
    const reply = await calls.post(...given);
    await emailsWritten(db);
    return [reply.statusCode, reply.json()];
  };

  beforeEach(() => setTrust(db, { refusedMailDomains: ['desechable.example'] }));

  it('a sign-up is answered like any other; no e-mail goes out, so that it cannot be verified', async () => {
    expect(await post('register', newAccount({ email: REFUSED }))).toEqual(
      await post('register', newAccount({ email: ACCEPTED })),
    );
    for (const path of ['resend-verification', 'password-reset'])
      expect(await post(path, { email: REFUSED })).toEqual(await post(path, { email: ACCEPTED }));
    expect(await post('login', { email: REFUSED, password })).toEqual(
      await post('login', { email: ACCEPTED, password }),
    );
    expect([await subjectsTo(db, REFUSED), (await subjectsTo(db, ACCEPTED)).length]).toEqual([[], 3]);
    const [row] = await db.select().from(registrations).where(eq(registrations.email, REFUSED));
    expect(row).toMatchObject({ tokenHash: null, linkExpiresAt: null });
  });

  it('existing accounts go on', async () => {
    const user = await aUser(db, { email: 'ana@desechable.example', passwordHash });
    expect(await post('login', { email: user.email, password })).toMatchObject([200, { email: user.email }]);
    const before = await subjectsTo(db, user.email);
    await post('password-reset', { email: user.email });
    expect(await subjectsTo(db, user.email)).toHaveLength(before.length + 1);
  });

  it('a change of e-mail is answered like any other, and no link goes out', async () => {
    const { user, headers } = await calls.person();
    const refused = 'otra@desechable.example';
    const change = (email: string) => post('email-change', { email, password }, headers);
    expect(await change(refused)).toEqual(await change('otra@example.net'));
    expect([await subjectsTo(db, refused), (await subjectsTo(db, 'otra@example.net')).length]).toEqual([
      [],
      1,
    ]);
    const [row] = await db.select().from(users).where(eq(users.id, user.id));
    expect(row?.email).toBe(user.email);
  });

  it('a domain that is accepted again gets the link when it is asked for', async () => {
    const email = 'luz@desechable.example';
    await post('register', newAccount({ email }));
    await setTrust(db);
    await post('resend-verification', { email });
    expect(await subjectsTo(db, email)).toHaveLength(1);
  });
});
