import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, PASSWORD, passwordHash } from '../../../../test/account-calls.ts';
import { NOON, testApp } from '../../../../test/app.ts';
import { signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo } from '../../../../test/sent-emails.ts';
import { anAuthenticator } from '../../../../test/totp.ts';
import { sessions } from '../schema.ts';

const app = await testApp();
const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const { person } = accountCalls(app);
const password = PASSWORD;
const LATER = new Date(NOON.getTime() + 60 * 60_000);

const confirm = (headers: { cookie: string }, payload: object, on = app) =>
  accountCalls(on).post('identity', payload, headers);

async function confirmedAt(userId: string): Promise<Date | undefined> {
  const [row] = await db.select().from(sessions).where(eq(sessions.userId, userId));
  return row?.confirmedAt;
}

beforeEach(() => app.setNow(NOON));

describe('POST /auth/identity', () => {
  it('confirms the session by the password', async () => {
    const { user, headers } = await person();
    app.setNow(LATER);
    expect((await confirm(headers, { password })).statusCode).toBe(204);
    expect(await confirmedAt(user.id)).toEqual(LATER);
  });

  it.each([
    [{ password: 'otra-clave' }, 403, 'WRONG_PASSWORD', 'La contraseña actual no es correcta'],
    [{ code: '123456' }, 403, 'WRONG_CODE', 'El código no es correcto'],
    [{ password: '' }, 400, 'VALIDATION', ['Escribe tu contraseña']],
    [{ code: '  ' }, 400, 'VALIDATION', ['Escribe el código']],
    [{ code: '1'.repeat(41) }, 400, 'VALIDATION', ['El código es demasiado largo']],
    [
      {},
      400,
      'VALIDATION',
      ['Usa tu contraseña, un código o una llave de acceso: solo una de las tres cosas'],
    ],
    [
      { password, code: '1' },
      400,
      'VALIDATION',
      ['Usa tu contraseña, un código o una llave de acceso: solo una de las tres cosas'],
    ],
  ])('rejects %j with %d', async (payload, status, code, message) => {
    const { user, headers } = await person();
    app.setNow(LATER);
    expect(errorOf(await confirm(headers, payload))).toEqual({ status, code, message });
    expect(await confirmedAt(user.id)).toEqual(NOON);
  });

  it('confirms the session by a code of the app, each once', async () => {
    const { user, headers } = await person();
    const codeAt = await anAuthenticator(db, user.id);
    app.setNow(LATER);
    const replies = await concurrently(6, () => confirm(headers, { code: codeAt(LATER) }));
    expect(tally(replies)).toEqual({ 204: 1, 403: 5 });
    expect(await confirmedAt(user.id)).toEqual(LATER);
  });

  it('counts wrong codes like wrong passwords, and warns the owner', async () => {
    const { user, headers } = await signedIn(guarded.platform.db, { passwordHash });
    await anAuthenticator(guarded.platform.db, user.id);
    const guess = () => confirm(headers, { code: '000000' }, guarded);
    expect(tally(await concurrently(9, guess))).toEqual({ 403: 5, 429: 4 });
    expect(await emailsTo(guarded.platform.db, user.email)).toHaveLength(1);
  });

  it('a right password in a change of address confirms, too', async () => {
    const { user, headers } = await person();
    app.setNow(LATER);
    const payload = { email: 'nueva@example.org', password };
    const url = '/api/auth/email-change';
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200);
    expect(await confirmedAt(user.id)).toEqual(LATER);
  });
});

it('GET /auth/second-factor responds that an account has none', async () => {
  const { headers } = await person();
  const reply = await app.inject({ url: '/api/auth/second-factor', headers });
  expect(reply.json()).toEqual({ totp: null, passkeyCount: 0, recoveryCodesLeft: 0, resetDueAt: null });
});
