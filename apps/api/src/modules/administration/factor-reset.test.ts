import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../test/sent-emails.ts';
import { anAuthenticator } from '../../../test/totp.ts';
import { processDue } from '../../platform/due-work/due-work.ts';
import { resetNow } from '../accounts/factors/service.ts';
import { recoveryCodes, secondFactorResets, totpFactors, users } from '../accounts/schema.ts';
import { factorResets } from './account-service.ts';
import { auditLog } from './schema.ts';

// The two apps stand for one process on one database before and after a restart.
const database = await testDatabase();
const app = await testApp({}, database);
const restarted = await testApp({}, database);
const { db } = app.platform;
const superadmin = await signedIn(db, { role: 'superadmin' });
const after = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);
const STARTED = 'Vamos a quitar el segundo factor de tu cuenta de Minga';
const DONE = 'Quitamos el segundo factor de tu cuenta de Minga';

const start = (email: unknown, { headers } = superadmin) =>
  app.inject({ method: 'POST', url: '/api/admin/second-factor-resets', headers, payload: { email } });
const cancel = (token: string) =>
  app.inject({ method: 'POST', url: '/api/auth/second-factor/reset/cancel', payload: { token } });
const hasFactor = async (userId: string) =>
  (await db.select().from(totpFactors).where(eq(totpFactors.userId, userId))).length > 0;
const subjects = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);
const actions = async (userId: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.targetId, userId))).map(({ action }) => action);

async function protectedAccount(values = {}) {
  const session = await signedIn(db, values);
  const codeAt = await anAuthenticator(db, session.user.id);
  await db.insert(recoveryCodes).values({ userId: session.user.id, codeHash: Buffer.from('x') });
  return { ...session.user, headers: session.headers, codeAt };
}

function setNow(now: Date): void {
  app.setNow(now);
  restarted.setNow(now);
}

beforeEach(() => setNow(NOON));

describe('a reset', () => {
  // docs/rules.md R6.10
  it('takes effect after 24 hours, also after a restart, once', async () => {
    const { id, email, username } = await protectedAccount();
    const reply = await start(email);
    expect([reply.statusCode, reply.json()]).toEqual([202, { username, dueAt: after(24).toISOString() }]);
    expect(await subjects(email)).toEqual([STARTED]);
    setNow(new Date(after(24).getTime() - 1));
    await processDue(app.platform, [factorResets]);
    expect(await hasFactor(id)).toBe(true);
    setNow(after(24));
    await concurrently(4, index => processDue((index % 2 === 0 ? app : restarted).platform, [factorResets]));
    expect(await hasFactor(id)).toBe(false);
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([]);
    expect(await subjects(email)).toEqual([STARTED, DONE]);
    expect(await actions(id)).toEqual(['account.second-factor-reset', 'account.second-factor-removed']);
  });

  it('started twice, the first stays', async () => {
    const { id, email } = await protectedAccount();
    const [first] = await concurrently(4, () => start(email));
    setNow(after(1));
    expect((await start(email, await signedIn(db, { role: 'superadmin' }, after(1)))).json()).toEqual(
      first?.json(),
    );
    expect(await subjects(email)).toEqual([STARTED]);
    expect(await actions(id)).toEqual(['account.second-factor-reset']);
  });

  it('is cancelled by the mailed link, which works once', async () => {
    const { id, email } = await protectedAccount();
    await start(email);
    const token = await mailedToken(db, email, 'reset-factor');
    const reply = await cancel(token);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'Listo: tu segundo factor sigue como estaba' },
    ]);
    expect(errorOf(await cancel(token))).toEqual({
      status: 400,
      code: 'INVALID_TOKEN',
      message: 'Este enlace ya no sirve: el cambio se detuvo antes, o ya se hizo.',
    });
    setNow(after(25));
    await processDue(app.platform, [factorResets]);
    expect(await hasFactor(id)).toBe(true);
    expect(await subjects(email)).toEqual([STARTED]);
  });

  it('is cancelled by the use of the factor', async () => {
    const { id, email, headers, codeAt } = await protectedAccount();
    await start(email);
    const state = async () => (await app.inject({ url: '/api/auth/second-factor', headers })).json();
    expect((await state()).resetDueAt).toBe(after(24).toISOString());
    const payload = { code: codeAt(NOON) };
    await app.inject({ method: 'POST', url: '/api/auth/identity', headers, payload });
    expect((await state()).resetDueAt).toBeNull();
    setNow(after(25));
    await processDue(app.platform, [factorResets]);
    expect(await hasFactor(id)).toBe(true);
  });

  it('does not outlive the account', async () => {
    const { id, email, headers } = await protectedAccount();
    await start(email);
    const admin = await signedIn(db, { role: 'admin' });
    const url = `/api/admin-panel/users/${id}`;
    expect((await app.inject({ method: 'DELETE', url, headers: admin.headers })).statusCode).toBe(204);
    expect(await db.select().from(secondFactorResets).where(eq(secondFactorResets.userId, id))).toEqual([]);
    expect((await app.inject({ url: '/api/auth/second-factor', headers })).statusCode).toBe(401);
  });

  it.each([
    ['is deactivated', { isActive: false }],
    ['is a plain user', { role: 'user' as const }],
    ['is an administrator', { role: 'admin' as const }],
  ])(
    'ends without effect when its superadmin %s, unless another one requests it too',
    async (_what, change) => {
      const [lost, kept] = [await protectedAccount(), await protectedAccount()];
      const former = await signedIn(db, { role: 'superadmin' });
      for (const { email } of [lost, kept]) expect((await start(email, former)).statusCode).toBe(202);
      await start(kept.email);
      await db.update(users).set(change).where(eq(users.id, former.user.id));
      setNow(after(24));
      await processDue(app.platform, [factorResets]);
      expect([await hasFactor(lost.id), await hasFactor(kept.id)]).toEqual([true, false]);
      expect(await actions(lost.id)).toEqual(['account.second-factor-reset']);
      expect(await db.$count(secondFactorResets, eq(secondFactorResets.userId, lost.id))).toBe(0);
    },
  );

  it('of an administrator works as well', async () => {
    const { email } = await protectedAccount({ role: 'admin' });
    expect((await start(email)).statusCode).toBe(202);
  });
});

describe('rejects', () => {
  it.each([
    ['nadie@example.org', 404, 'No hay una cuenta con ese correo'],
    [superadmin.user.email, 403, 'No puedes hacer esto con tu propia cuenta'],
    ['no-es-correo', 400, ['Ingresa un correo electrónico válido']],
    [undefined, 400, ['El correo electrónico es requerido']],
  ])('the address %s with %d', async (email, status, message) => {
    expect(errorOf(await start(email))).toMatchObject({ status, message });
  });

  it('an account without a second factor', async () => {
    const { email } = await aUser(db);
    expect(errorOf(await start(email))).toMatchObject({
      status: 409,
      message: 'Esa cuenta no tiene segundo factor',
    });
  });

  it('an admin', async () => {
    const { email } = await protectedAccount();
    expect((await start(email, await signedIn(db, { role: 'admin' }))).statusCode).toBe(403);
  });

  it.each(['', 'x', 'A'.repeat(43)])('the link %j', async token => {
    expect((await cancel(token)).statusCode).toBe(400);
  });
});

it('the command removes the factors at once, and a started reset', async () => {
  const { id, email } = await protectedAccount({ role: 'superadmin' });
  await start(email);
  expect(await resetNow(db, email)).toBe(true);
  expect(await hasFactor(id)).toBe(false);
  expect(await resetNow(db, email)).toBe(false);
  expect(await resetNow(db, 'nadie@example.org')).toBe(false);
  expect(await db.select().from(secondFactorResets).where(eq(secondFactorResets.userId, id))).toEqual([]);
});
