import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, newAccount, PASSWORD, passwordHash } from '../../../../test/account-calls.ts';
import { NOON, testApp, testApps } from '../../../../test/app.ts';
import { cheapHash } from '../../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../../test/count-lock-waits.ts';
import { aRegistration, aUser, deactivate, signedIn } from '../../../../test/factories.ts';
import { concurrently, cookieOf, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo, emailsWritten, mailedToken, subjectsTo } from '../../../../test/sent-emails.ts';
import { sweepAccounts } from '../jobs.ts';
import { emailTokens, registrations, sessions, users } from '../schema.ts';

describe('own account', async () => {
  const app = await testApp();
  const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
  const { db } = app.platform;
  const { call, person, isSignedIn } = accountCalls(app);
  const password = PASSWORD;
  type Method = Parameters<typeof call>[0];

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

    // docs/rules.md R2.15
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
      const reply = await call('POST', 'change-password', headers, {
        currentPassword: password,
        newPassword,
      });
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
      expect(await subjectsTo(db, user.email)).toEqual(['Tu contraseña de Minga cambió']);
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
      [
        { currentPassword: password, newPassword: '12345' },
        ['La contraseña debe tener al menos 6 caracteres'],
      ],
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
    const wrong = { password: 'no-es-esta', confirmation: 'ELIMINAR' };
    const guess = () => accountCalls(guarded).call('DELETE', 'account', headers, wrong);
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
      const login = { email: user.email, password };
      await call('POST', 'login', { 'user-agent': chrome }, login, '190.90.1.2');
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
    const token = {
      userId: user.id,
      purpose: 'reset' as const,
      tokenHash: Buffer.from('a'),
      expiresAt: NOON,
    };
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
});

describe('recovery', async () => {
  // The second app locks an account after five failed sign-ins.
  const {
    apps: [app, strict],
    db,
  } = await testApps({ RATE_LIMIT_FACTOR: '50' }, { RATE_LIMIT_FACTOR: '1' });
  const { post, person, isSignedIn, linkToken } = accountCalls(app);
  await app.startJobs();
  const MINUTE = 60_000;
  const newPassword = 'quinua-y-papa';
  const sent = { message: 'Se ha enviado un enlace de recuperación a tu correo', resetLink: null };
  const invalidLink = {
    success: false,
    message: 'El enlace de recuperación no es válido o ya venció. Pide uno nuevo.',
    code: 'INVALID_TOKEN',
  };

  const reset = (token: string, password = newPassword) =>
    post('reset-password', { token, newPassword: password });
  const account = () => aUser(db, { passwordHash });

  async function requestedToken(email: string): Promise<string> {
    expect((await post('password-reset', { email })).json()).toEqual(sent);
    return linkToken(email, 'reset');
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
      expect(await subjectsTo(db, active.email)).toEqual(['Pon una contraseña nueva en Minga']);
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
      const { user, headers } = await person();
      const token = await requestedToken(user.email);
      const reply = await reset(token);
      expect([reply.statusCode, reply.json()]).toEqual([
        200,
        { message: 'Contraseña restablecida exitosamente' },
      ]);
      expect(reply.cookies.map(({ name }) => name)).toEqual(['minga_device']);
      expect(await isSignedIn(headers)).toBe(false);
      expect((await post('login', { email: user.email, password: PASSWORD })).statusCode).toBe(401);
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
      const { user, headers } = await person();
      const { email } = user;
      const change = { email: `nueva.${email}`, password: PASSWORD };
      expect((await post('email-change', change, headers)).statusCode).toBe(200);
      const moving = await mailedToken(db, change.email, 'change-email');
      const first = await requestedToken(email);
      const second = await requestedToken(email);
      expect((await reset(first)).json()).toEqual(invalidLink);
      expect((await reset(second)).statusCode).toBe(200);
      expect((await post('confirm-email', { token: moving })).statusCode).toBe(400);
    });

    it('sends an unverified address the verification link again', async () => {
      const { email } = newAccount();
      await post('register', newAccount({ email }));
      const first = await linkToken(email);
      await post('password-reset', { email });
      const second = await linkToken(email);
      expect(second).not.toBe(first);
      expect((await post('verify-email', { token: first })).statusCode).toBe(400);
      expect((await post('verify-email', { token: second })).statusCode).toBe(200);
    });

    it('removes the sign-in lock of the account', async () => {
      const { email } = await account();
      const signIn = (password: string) => accountCalls(strict).post('login', { email, password });
      expect(tally(await concurrently(6, () => signIn('no-es-esta')))).toEqual({ 401: 5, 429: 1 });
      expect((await signIn(PASSWORD)).statusCode).toBe(429);
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
      expect(row?.passwordHash).toBe(passwordHash);
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
    const { user } = await person();
    let signIn: ReturnType<typeof post> | undefined;
    await db.transaction(async tx => {
      await tx
        .update(users)
        .set({ passwordHash: await cheapHash(newPassword) })
        .where(eq(users.id, user.id));
      // The request is not awaited, since it verifies the old password and then waits for this transaction.
      signIn = post('login', { email: user.email, password: PASSWORD });
      await expect.poll(() => countLockWaits(db), { timeout: 30_000 }).toBeGreaterThan(0);
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
});

describe('concurrent deletion', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { person, post } = accountCalls(app);

  it('a row deleted by a concurrent request is a conflict, not a fault', async () => {
    const { user, headers } = await person();
    const pending = await db.transaction(async tx => {
      await tx.delete(sessions).where(eq(sessions.userId, user.id));
      await tx.delete(users).where(eq(users.id, user.id));
      const reply = post('email-change', { email: 'nueva@example.org', password: PASSWORD }, headers);
      // `inject` sends the request when its promise is first used.
      void reply.then(() => undefined);
      await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
      // The promise is wrapped, since a returned promise would be awaited before the commit.
      return { reply };
    });
    expect(errorOf(await pending.reply)).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Esto cambió mientras tanto. Actualiza la página e intenta de nuevo.',
    });
  });
});
