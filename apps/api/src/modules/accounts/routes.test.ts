import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, newAccount, PASSWORD, passwordHash } from '../../../test/account-calls.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { aUser, deactivate, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { emailsTo, emailsWritten } from '../../../test/sent-emails.ts';
import { registrations, sessions, users } from './schema.ts';

describe('routes', async () => {
  const app = await testApp();
  const { db } = app.platform;
  await app.startJobs();
  const HOUR = 3_600_000;
  const { post, linkToken } = accountCalls(app);
  const form = (values: object = {}) => newAccount({ confirmPassword: PASSWORD, ...values });

  beforeEach(() => app.setNow(NOON));

  describe('POST /auth/register', () => {
    it('stores the fields until the mailed link is opened, and no others', async () => {
      const account = form({ email: '  Rosa.Nueva@Example.ORG ' });
      const reply = await post('register', { ...account, role: 'superadmin', isActive: false, _id: 'x' });
      expect(reply.statusCode).toBe(201);
      expect(reply.json()).toEqual({
        message: 'Usuario registrado. Revisa tu correo para verificar la cuenta.',
      });
      expect(reply.cookies).toEqual([]);
      expect(await db.$count(users, eq(users.email, 'rosa.nueva@example.org'))).toBe(0);
      const [row] = await db
        .select()
        .from(registrations)
        .where(eq(registrations.email, 'rosa.nueva@example.org'));
      expect(row).toMatchObject({ username: 'Rosa Elvira', phone: '3001234567' });
      expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await emailsWritten(db);
      const [email] = await emailsTo(db, 'rosa.nueva@example.org');
      expect(email?.text).toContain('http://localhost:3000/verify-email?token=');
    });

    it('sends the same response for an e-mail with an account, and an e-mail only to its owner', async () => {
      const owner = await aUser(db);
      const reply = await post(
        'register',
        form({ email: owner.email, password: 'otra-clave', confirmPassword: 'otra-clave' }),
      );
      expect(reply.statusCode).toBe(201);
      expect(reply.json()).toEqual({
        message: 'Usuario registrado. Revisa tu correo para verificar la cuenta.',
      });
      await emailsWritten(db);
      const emails = await emailsTo(db, owner.email);
      expect(emails.map(email => email.subject)).toEqual(['Ya tienes una cuenta en Minga']);
      expect(emails[0]?.text).toMatch(/localhost:3000\/login$/m);
      expect(emails[0]?.text).toContain('localhost:3000/login?recuperar=si');
      const [row] = await db.select().from(users).where(eq(users.email, owner.email));
      expect(row).toEqual(owner);
    });

    it('a stranger who registers the address first or last cannot choose the password of its owner', async () => {
      for (const ownerIsFirst of [true, false]) {
        const own = form();
        const foreign = form({
          email: own.email,
          username: 'Otra persona',
          password: 'clave-ajena',
          confirmPassword: 'clave-ajena',
        });
        const forms = ownerIsFirst ? [own, foreign] : [foreign, own];
        const links: string[] = [];
        for (const fields of forms) {
          await post('register', fields);
          links.push(await linkToken(own.email));
        }
        const token = links[forms.indexOf(own)];
        expect((await post('verify-email', { token })).json()).toMatchObject({
          user: { username: own.username },
        });
        expect((await post('login', { email: own.email, password: 'clave-ajena' })).statusCode).toBe(403);
        expect((await post('login', { email: own.email, password: own.password })).statusCode).toBe(200);
        for (const link of links) expect((await post('verify-email', { token: link })).statusCode).toBe(400);
      }
    });

    it('does not reveal by a sign-in whether the address has an account', async () => {
      const owner = await aUser(db);
      const taken = form({ email: owner.email });
      const free = form();
      for (const fields of [taken, free]) {
        await post('register', fields);
        const reply = await post('login', { email: fields.email, password: fields.password });
        expect(errorOf(reply)).toMatchObject({ status: 403, code: 'EMAIL_NOT_VERIFIED' });
      }
    });

    it('eight concurrent sign-ups and links of one e-mail create one account', async () => {
      const account = form();
      expect(tally(await concurrently(8, () => post('register', account)))).toEqual({ 201: 8 });
      await emailsWritten(db);
      const texts = (await emailsTo(db, account.email)).map(email => email.text);
      const tokens = texts.map(text => /verify-email\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1]);
      expect(new Set(tokens).size).toBe(8);
      expect(tally(await concurrently(8, index => post('verify-email', { token: tokens[index] })))).toEqual({
        200: 1,
        400: 7,
      });
      expect(await db.$count(users, eq(users.email, account.email))).toBe(1);
    });

    it.each([
      [{ username: undefined }, ['El nombre de usuario es requerido']],
      [{ username: '   ' }, ['El nombre de usuario es requerido']],
      [{ username: 'yo' }, ['El nombre de usuario debe tener al menos 3 caracteres']],
      [{ username: 'a'.repeat(61) }, ['El nombre de usuario debe tener como máximo 60 caracteres']],
      [{ email: undefined }, ['El correo electrónico es requerido']],
      [{ email: 'nadie' }, ['Ingresa un correo electrónico válido']],
      [{ email: 'a@example.org\r\nBcc: b@example.org' }, ['Ingresa un correo electrónico válido']],
      [{ email: `${'a'.repeat(250)}@example.org` }, ['Ingresa un correo electrónico válido']],
      [{ email: ['a@example.org'] }, ['El correo electrónico es requerido']],
      [{ phone: '300123456' }, ['El teléfono debe tener al menos 10 dígitos']],
      [{ phone: undefined }, ['El teléfono es requerido']],
      [
        { password: '12345', confirmPassword: '12345' },
        ['La contraseña debe tener al menos 6 caracteres', 'La contraseña debe tener al menos 6 caracteres'],
      ],
      [{ confirmPassword: 'distinta' }, ['Las contraseñas no coinciden']],
      [{ confirmPassword: '' }, ['Repite la contraseña']],
      [
        { phone: '', confirmPassword: 'distinta' },
        ['El teléfono es requerido', 'Las contraseñas no coinciden'],
      ],
      [{ username: 'Gana en www.malo.example' }, ['El nombre no puede llevar direcciones web']],
      [{ username: 'Rosa\r\nElvira' }, ['El texto contiene caracteres no permitidos']],
      [{ username: ['Rosa'] }, ['El nombre de usuario es requerido']],
      [{ phone: '3001234567\nBcc: a@b.co' }, ['El texto contiene caracteres no permitidos']],
      [{ username: '\u200b\u3164\u00ad' }, ['El nombre de usuario es requerido']],
      [{ username: '\u2800\u2800\u2800' }, ['El nombre debe llevar letras']],
      [{ username: 'Ro\u0301\u0301\u0301\u0301sa' }, ['El texto contiene caracteres no permitidos']],
      [{ username: 'Reclama en evil.com/premio' }, ['El nombre no puede llevar direcciones web']],
      [{ phone: 'abcdefghijkl' }, ['El teléfono debe tener al menos 10 dígitos']],
      [{ phone: '3001234567 x1' }, ['El teléfono solo lleva números, espacios y los signos + - ( )']],
      [{ email: 'a@example.org\n' }, ['Ingresa un correo electrónico válido']],
      [{ username: 'Rosa\n' }, ['El texto contiene caracteres no permitidos']],
      [{ username: 'Rosa\ud800' }, ['El texto contiene caracteres no permitidos']],
      [{ username: 'Rosa\u0000Elvira' }, ['El texto contiene caracteres no permitidos']],
    ])('rejects %j', async (values, messages) => {
      const reply = await post('register', form(values));
      expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [...new Set(messages)] });
    });

    it.each([
      ['no body', undefined],
      ['a list', []],
    ])('refuses %s', async (_name, payload) => {
      const message = ['No entendimos lo que enviaste'];
      expect(errorOf(await post('register', payload))).toEqual({ status: 400, code: 'VALIDATION', message });
    });
  });

  describe('POST /auth/login', () => {
    const password = PASSWORD;
    const account = (values: Parameters<typeof aUser>[1] = {}) => aUser(db, { passwordHash, ...values });

    it('signs in with an HttpOnly cookie and stores only its hash', async () => {
      const user = await account();
      const reply = await post('login', { email: user.email.toUpperCase(), password });
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toEqual({
        _id: user.id,
        username: user.username,
        email: user.email,
        phone: user.phone,
        gender: null,
        role: 'user',
        isActive: true,
        createdAt: NOON.toISOString(),
      });
      const [cookie] = reply.cookies;
      expect(cookie).toMatchObject({ name: 'minga_session', httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(cookie).toMatchObject({ maxAge: 30 * 24 * 3600 });
      const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.id));
      expect(row?.tokenHash.toString('base64url')).not.toBe(cookie?.value);
    });

    it('opens a new session at each sign-in', async () => {
      const user = await account();
      const replies = [
        await post('login', { email: user.email, password }),
        await post('login', { email: user.email, password }),
      ];
      expect(new Set(replies.map(reply => reply.cookies[0]?.value)).size).toBe(2);
    });

    it('sends the same response for a wrong password and an unknown e-mail', async () => {
      const user = await account();
      const wrong = await post('login', { email: user.email, password: 'no-es-esta' });
      const unknown = await post('login', { email: 'nadie@example.org', password: 'no-es-esta' });
      const expected = { status: 401, code: 'UNAUTHENTICATED', message: 'Correo o contraseña incorrectos' };
      expect([errorOf(wrong), errorOf(unknown)]).toEqual([expected, expected]);
    });

    it('reveals that an account is unverified or deactivated only after the right password', async () => {
      const { email: unverified } = form({ password, confirmPassword: password });
      await post('register', form({ email: unverified, password, confirmPassword: password }));
      const { email: deactivated } = await account({ isActive: false });
      const signInError = async (email: string, given: string) =>
        errorOf(await post('login', { email, password: given }));
      expect(await signInError(unverified, password)).toMatchObject({
        status: 403,
        code: 'EMAIL_NOT_VERIFIED',
      });
      expect(await signInError(deactivated, password)).toMatchObject({
        status: 403,
        code: 'ACCOUNT_DEACTIVATED',
        message:
          'Tu cuenta está desactivada. Si crees que es un error, habla con quien administra Minga en tu comunidad.',
      });
      for (const email of [unverified, deactivated]) {
        expect(await signInError(email, 'no-es-esta')).toMatchObject({
          status: 401,
          code: 'UNAUTHENTICATED',
        });
      }
    });

    it.each([
      [{ email: 'nadie', password }, ['Ingresa un correo electrónico válido']],
      [{ email: 'a@example.org', password: '12345' }, ['La contraseña debe tener al menos 6 caracteres']],
      [{}, ['El correo electrónico es requerido', 'La contraseña es requerida']],
    ])('rejects %j', async (payload, message) => {
      expect(errorOf(await post('login', payload))).toEqual({ status: 400, code: 'VALIDATION', message });
    });
  });

  describe('the session', () => {
    const verify = (headers: Record<string, string>) => app.inject({ url: '/api/auth/verify', headers });

    it('is null without a cookie, with a wrong one, and with a malformed one', async () => {
      for (const cookie of ['', `minga_session=${'A'.repeat(43)}`, 'minga_session=%00', 'minga_session=x']) {
        const reply = await verify({ cookie });
        expect([reply.statusCode, reply.body]).toEqual([200, 'null']);
      }
    });

    it('ends after a week without use, and is extended by use', async () => {
      const { headers } = await signedIn(db);
      for (const days of [6, 12]) {
        app.setNow(new Date(NOON.getTime() + days * 24 * HOUR));
        expect((await verify(headers)).json()).not.toBeNull();
      }
      app.setNow(new Date(NOON.getTime() + 19 * 24 * HOUR));
      expect((await verify(headers)).json()).toBeNull();
    });

    it('ends at once when the account is deactivated', async () => {
      const { user, headers } = await signedIn(db);
      await deactivate(db, user.id);
      expect((await verify(headers)).json()).toBeNull();
    });

    it('ends with POST /auth/logout, which returns 204 without a session too', async () => {
      const { headers } = await signedIn(db);
      const reply = await post('logout', undefined, headers);
      expect(reply.statusCode).toBe(204);
      expect(reply.cookies[0]).toMatchObject({ name: 'minga_session', value: '' });
      expect((await verify(headers)).json()).toBeNull();
      expect((await post('logout', undefined)).statusCode).toBe(204);
    });
  });
});
