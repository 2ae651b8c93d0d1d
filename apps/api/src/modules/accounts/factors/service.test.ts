import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls } from '../../../../test/account-calls.ts';
import { NOON, testApp } from '../../../../test/app.ts';
import { signedIn } from '../../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo, subjectsTo } from '../../../../test/sent-emails.ts';
import { codeAt } from '../../../../test/totp.ts';
import { aPasskey } from '../../../../test/trust-factories.ts';
import { sweepAccounts } from '../jobs.ts';
import { recoveryCodes, totpFactors } from '../schema.ts';

const app = await testApp();
const guarded = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const after = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
type Headers = { cookie: string };

const { call } = accountCalls(app);
const state = async (headers: Headers) => (await call('GET', 'second-factor', headers)).json();

async function setUp(now = NOON) {
  const { user, headers } = await signedIn(db);
  const { secret } = (await call('POST', 'totp', headers)).json();
  const reply = await call('POST', 'totp/confirm', headers, { code: codeAt(secret, now) });
  return { user, headers, secret, codes: reply.json().recoveryCodes as string[] };
}

beforeEach(() => {
  app.setNow(NOON);
  guarded.setNow(NOON);
});

describe('setting an authenticator app up', () => {
  it('is in force once its first code was entered, and shows ten recovery codes', async () => {
    const { user, headers } = await signedIn(db);
    const started = await call('POST', 'totp', headers);
    expect(started.statusCode).toBe(201);
    const { secret, uri } = started.json();
    expect(uri).toContain(`secret=${secret}`);
    expect(await state(headers)).toEqual({
      totp: null,
      passkeyCount: 0,
      recoveryCodesLeft: 0,
      resetDueAt: null,
    });
    const confirmed = await call('POST', 'totp/confirm', headers, { code: codeAt(secret, NOON) });
    expect(confirmed.statusCode).toBe(200);
    expect(new Set(confirmed.json().recoveryCodes).size).toBe(10);
    expect(await state(headers)).toEqual({
      totp: { since: NOON.toISOString() },
      passkeyCount: 0,
      recoveryCodesLeft: 10,
      resetDueAt: null,
    });
    expect(await subjectsTo(db, user.email)).toEqual(['Activaste la aplicación de códigos en Minga']);
  });

  it('stores hashes of the recovery codes', async () => {
    const { user, codes } = await setUp();
    const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(rows).toHaveLength(10);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('starting again replaces the secret', async () => {
    const { headers } = await signedIn(db);
    const [first, second] = [await call('POST', 'totp', headers), await call('POST', 'totp', headers)];
    const confirm = (secret: string) => call('POST', 'totp/confirm', headers, { code: codeAt(secret, NOON) });
    expect((await confirm(first.json().secret)).statusCode).toBe(403);
    expect((await confirm(second.json().secret)).statusCode).toBe(200);
  });

  it('concurrent confirmations give one set of codes', async () => {
    const { user, headers } = await signedIn(db);
    const { secret } = (await call('POST', 'totp', headers)).json();
    const replies = await concurrently(8, () =>
      call('POST', 'totp/confirm', headers, { code: codeAt(secret, NOON) }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 7 });
    const rows = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
    expect(rows).toHaveLength(10);
  });

  it.each([
    [{ code: '000000' }, 403, 'WRONG_CODE', expect.stringMatching(/^El código no es correcto/)],
    [{ code: '' }, 400, 'VALIDATION', ['Escribe el código']],
    [{}, 400, 'VALIDATION', ['Escribe el código']],
    [{ code: 123456 }, 400, 'VALIDATION', ['Escribe el código']],
  ])('rejects %j with %d', async (payload, status, code, message) => {
    const { headers } = await signedIn(db);
    await call('POST', 'totp', headers);
    expect(errorOf(await call('POST', 'totp/confirm', headers, payload))).toEqual({ status, code, message });
    expect((await state(headers)).totp).toBeNull();
  });

  it('rejects a code without a secret, and an expired one', async () => {
    const { headers } = await signedIn(db);
    const message = 'Empieza de nuevo: ese código QR ya no sirve.';
    const conflict = { status: 409, code: 'CONFLICT', message };
    expect(errorOf(await call('POST', 'totp/confirm', headers, { code: '123456' }))).toEqual(conflict);
    const other = await signedIn(db, {}, after(60));
    const { secret } = (await call('POST', 'totp', other.headers)).json();
    app.setNow(after(60));
    const code = codeAt(secret, after(60));
    expect(errorOf(await call('POST', 'totp/confirm', other.headers, { code }))).toEqual(conflict);
  });

  it('rejects a second app', async () => {
    const { headers } = await setUp();
    expect(errorOf(await call('POST', 'totp', headers))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Ya usas una aplicación de códigos. Quítala primero.',
    });
  });

  it('counts wrong codes like wrong passwords', async () => {
    const { headers } = await signedIn(guarded.platform.db);
    const { post } = accountCalls(guarded);
    await post('totp', undefined, headers);
    const guess = () => post('totp/confirm', { code: '000000' }, headers);
    const replies = await concurrently(12, guess);
    expect(tally(replies)).toEqual({ 403: 5, 429: 7 });
  });

  it('the sweep deletes secrets that were not confirmed, and no other', async () => {
    const { headers } = await signedIn(db);
    await call('POST', 'totp', headers);
    const { headers: others } = await setUp();
    app.setNow(after(61));
    await sweepAccounts(app.platform);
    expect(await db.select().from(totpFactors).where(eq(totpFactors.createdAt, NOON))).not.toEqual([]);
    expect((await state(others)).totp).not.toBeNull();
    const waiting = await db.select().from(totpFactors);
    expect(waiting.filter(({ confirmedAt }) => confirmedAt === null)).toEqual([]);
  });
});

describe('removing and renewing', () => {
  it('removes app and codes and informs the owner', async () => {
    const { user, headers } = await setUp();
    expect((await call('DELETE', 'totp', headers)).statusCode).toBe(204);
    expect(await state(headers)).toEqual({
      totp: null,
      passkeyCount: 0,
      recoveryCodesLeft: 0,
      resetDueAt: null,
    });
    expect((await call('DELETE', 'totp', headers)).statusCode).toBe(204);
    expect(await subjectsTo(db, user.email)).toEqual([
      'Activaste la aplicación de códigos en Minga',
      'Quitaste la aplicación de códigos en Minga',
    ]);
  });

  it.each([
    [false, 'Desde ahora basta tu contraseña para entrar.'],
    [true, 'te pedimos una llave de acceso o un código de recuperación.'],
  ])('the e-mail says what the sign-in needs: with a passkey %s', async (hasPasskey, sentence) => {
    const { user, headers } = await setUp();
    if (hasPasskey) await aPasskey(db, { userId: user.id });
    await call('DELETE', 'totp', headers);
    expect((await emailsTo(db, user.email)).at(-1)?.text.replaceAll('\n', ' ')).toContain(sentence);
  });

  it('ten new codes replace the earlier ones', async () => {
    const { user, headers, codes } = await setUp();
    const renewed = await call('POST', 'totp/recovery-codes', headers);
    expect(renewed.statusCode).toBe(200);
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    expect((await state(headers)).recoveryCodesLeft).toBe(10);
    const confirm = (code: string) => call('POST', 'identity', headers, { code });
    expect((await confirm(codes[0] ?? '')).statusCode).toBe(403);
    expect((await confirm(renewed.json().recoveryCodes[0])).statusCode).toBe(204);
    expect(await subjectsTo(db, user.email)).toContain(
      'Hay códigos de recuperación nuevos en tu cuenta de Minga',
    );
  });

  it('there are no codes without an app', async () => {
    const { headers } = await signedIn(db);
    expect(errorOf(await call('POST', 'totp/recovery-codes', headers))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Activa primero una aplicación de códigos o una llave de acceso.',
    });
  });
});

it.each([
  ['POST', 'totp'],
  ['POST', 'totp/confirm'],
  ['DELETE', 'totp'],
  ['POST', 'totp/recovery-codes'],
] as const)('%s /auth/%s asks to confirm the identity after 15 minutes', async (method, path) => {
  const { headers } = await setUp();
  app.setNow(after(16));
  const reply = await call(method, path, headers, path === 'totp/confirm' ? { code: '123456' } : undefined);
  expect(errorOf(reply)).toMatchObject({ status: 403, code: 'CONFIRM_IDENTITY' });
  expect((await state(headers)).totp).not.toBeNull();
});

it('the download of personal data says that there is a factor and since when, without its secret', async () => {
  const { headers, secret, codes } = await setUp();
  const { body } = await call('GET', 'data', headers);
  expect(JSON.parse(body).secondFactor).toEqual({
    totp: { since: NOON.toISOString() },
    passkeyCount: 0,
    recoveryCodesLeft: 10,
    resetDueAt: null,
  });
  for (const hidden of [secret, ...codes]) expect(body).not.toContain(hidden);
});

it('deleting the account deletes its factor', async () => {
  const { user } = await setUp();
  const { headers } = await signedIn(db, { role: 'admin' });
  const url = `/api/admin-panel/users/${user.id}`;
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  expect(await db.select().from(totpFactors).where(eq(totpFactors.userId, user.id))).toEqual([]);
});
