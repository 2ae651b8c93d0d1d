import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountCalls, PASSWORD } from '../../../../test/account-calls.ts';
import { NOON, testApp } from '../../../../test/app.ts';
import { anActivity, anAttendance, aUser, deactivate } from '../../../../test/factories.ts';
import { concurrently, errorOf, tally } from '../../../../test/requests.ts';
import { emailsTo, mailedToken } from '../../../../test/sent-emails.ts';
import { attendances } from '../../attendance/schema.ts';
import { emailTokens, users } from '../schema.ts';

const app = await testApp();
const { db } = app.platform;
const { call, post, person } = accountCalls(app);
const password = PASSWORD;
const HOUR = 3_600_000;
let made = 0;

const newAddress = () => `nueva${++made}@example.org`;
const request = (headers: Record<string, string>, email: string, given = password) =>
  post('email-change', { email, password: given }, headers);
const confirm = (token: unknown) => post('confirm-email', { token });
const pending = async (headers: Record<string, string>) =>
  (await call('GET', 'profile', headers)).json().pendingEmail;
const emailOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.email;
const invalidLink = {
  success: false,
  message: 'El enlace no es válido o ya venció. Pide el cambio de nuevo desde tu perfil.',
  code: 'INVALID_TOKEN',
};

async function requestedChange() {
  const owner = await person();
  const email = newAddress();
  await request(owner.headers, email);
  return { ...owner, email, mailed: await mailedToken(db, email, 'change-email') };
}

beforeEach(() => app.setNow(NOON));

describe('a change of e-mail', () => {
  it('takes effect when the link is opened, and the old address is informed', async () => {
    const { user, headers } = await person();
    const email = newAddress();
    const reply = await request(headers, ` ${email.toUpperCase()}`);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'Te enviamos un enlace al correo nuevo. El cambio se hace cuando lo abras.' },
    ]);
    expect(await emailOf(user.id)).toBe(user.email);
    expect(await pending(headers)).toBe(email);
    const done = await confirm(await mailedToken(db, email, 'change-email'));
    expect([done.statusCode, done.json()]).toEqual([200, { message: 'Tu correo quedó cambiado' }]);
    expect(await emailOf(user.id)).toBe(email);
    expect(await pending(headers)).toBeNull();
    const notice = (await emailsTo(db, user.email)).at(-1);
    expect(notice?.subject).toBe('El correo de tu cuenta de Minga cambió');
    expect(notice?.text).toContain(email);
  });

  it('takes effect once, also for twenty concurrent requests', async () => {
    const { mailed } = await requestedChange();
    expect(tally(await concurrently(20, () => confirm(mailed)))).toEqual({ 200: 1, 400: 19 });
    expect((await confirm(mailed)).json()).toEqual(invalidLink);
  });

  it('expires after a newer request, a day, a cancellation and a deactivation', async () => {
    const newer = await requestedChange();
    await request(newer.headers, newAddress());
    const old = await requestedChange();
    const cancelled = await requestedChange();
    const url = '/api/auth/email-change';
    expect((await app.inject({ method: 'DELETE', url, headers: cancelled.headers })).statusCode).toBe(204);
    const off = await requestedChange();
    await deactivate(db, off.user.id);
    app.setNow(new Date(NOON.getTime() + 24 * HOUR));
    expect((await confirm(old.mailed)).json()).toEqual(invalidLink);
    app.setNow(NOON);
    for (const { mailed } of [newer, cancelled, off])
      expect((await confirm(mailed)).json()).toEqual(invalidLink);
    for (const { user } of [newer, old, cancelled, off]) expect(await emailOf(user.id)).toBe(user.email);
  });

  it('revokes links sent to the old address', async () => {
    const { user, mailed } = await requestedChange();
    const reset = {
      userId: user.id,
      purpose: 'reset' as const,
      tokenHash: Buffer.from('r'),
      expiresAt: new Date('2027-01-01'),
    };
    await db.insert(emailTokens).values(reset);
    await confirm(mailed);
    expect(await db.$count(emailTokens, eq(emailTokens.userId, user.id))).toBe(0);
  });

  it('to an address with an account gets the same response, and the owner gets an e-mail', async () => {
    const { user, headers } = await person();
    const holder = await aUser(db);
    const taken = await request(headers, holder.email);
    expect(taken.statusCode).toBe(200);
    expect(await pending(headers)).toBe(holder.email);
    const emails = await emailsTo(db, holder.email);
    expect(emails.map(email => email.subject)).toEqual(['Ya tienes una cuenta en Minga']);
    expect(emails[0]?.text).not.toContain('confirm-email');
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('to an address that got an account since is rejected, and the link stays valid', async () => {
    const { user, email, mailed } = await requestedChange();
    await aUser(db, { email });
    const rejected = { status: 409, code: 'CONFLICT', message: 'Ese correo ya tiene una cuenta en Minga' };
    expect(errorOf(await confirm(mailed))).toEqual(rejected);
    expect(errorOf(await confirm(mailed))).toEqual(rejected);
    expect(await emailOf(user.id)).toBe(user.email);
  });

  it('takes an address with pending sign-ups and changes of others, whose links it voids', async () => {
    const { user, email, mailed } = await requestedChange();
    const rival = await person();
    await request(rival.headers, email);
    const rivals = await mailedToken(db, email, 'change-email');
    const form = { username: 'Rosa', email, phone: '3001234567', password };
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: form });
    expect((await confirm(mailed)).statusCode).toBe(200);
    expect(await emailOf(user.id)).toBe(email);
    expect((await confirm(rivals)).json()).toEqual(invalidLink);
  });

  it('is revoked by a change of the password; the current address was warned', async () => {
    const { user, headers, mailed } = await requestedChange();
    expect((await emailsTo(db, user.email)).map(email => email.subject)).toEqual([
      'Pidieron cambiar el correo de tu cuenta de Minga',
    ]);
    const change = { currentPassword: password, newPassword: 'quinua-y-papa' };
    await app.inject({ method: 'POST', url: '/api/auth/change-password', headers, payload: change });
    expect((await confirm(mailed)).json()).toEqual(invalidLink);
  });

  it('moves the confirmed attendances, the account’s own before a visitor’s', async () => {
    const { user, email, mailed } = await requestedChange();
    const [both, mine] = [await anActivity(db), await anActivity(db)];
    const kept = await anAttendance(db, { activityId: both.id, userId: user.id, email: user.email });
    const visitors = await anAttendance(db, { activityId: both.id, email, name: 'Rosa' });
    await anAttendance(db, { activityId: mine.id, userId: user.id, email: user.email });
    const stranger = await anAttendance(db, { activityId: mine.id });
    expect((await confirm(mailed)).statusCode).toBe(200);
    const own = await db
      .select()
      .from(attendances)
      .where(and(eq(attendances.userId, user.id), eq(attendances.email, email)));
    expect(own.map(row => row.activityId).sort()).toEqual([both.id, mine.id].sort());
    expect(own.map(row => row.id)).toContain(kept.id);
    expect(await db.$count(attendances, eq(attendances.id, visitors.id))).toBe(0);
    expect(await db.$count(attendances, eq(attendances.email, user.email))).toBe(0);
    expect(await db.$count(attendances, eq(attendances.id, stranger.id))).toBe(1);
  });

  it.each([
    [{ email: 'nueva@example.org', password: 'no-es-esta' }, 403, ['La contraseña actual no es correcta']],
    [{ email: 'nueva@example.org' }, 400, ['Escribe tu contraseña actual']],
    [{ email: 'nadie', password }, 400, ['Ingresa un correo electrónico válido']],
    [{ email: 'a@example.org\nBcc: b@example.org', password }, 400, ['Ingresa un correo electrónico válido']],
    [{ password }, 400, ['El correo electrónico es requerido']],
  ])('rejects %j', async (payload, status, message) => {
    const { headers } = await person();
    const reply = await app.inject({ method: 'POST', url: '/api/auth/email-change', headers, payload });
    const error = errorOf(reply);
    expect([error.status, [error.message].flat()]).toEqual([status, message]);
    expect(await pending(headers)).toBeNull();
  });

  it('rejects the current address', async () => {
    const { user, headers } = await person();
    expect(errorOf(await request(headers, user.email))).toMatchObject({
      status: 400,
      message: ['Ese ya es tu correo'],
    });
  });

  it.each([[undefined], [''], [5], ['x'.repeat(201)]])('refuses the token %j', async token => {
    expect(errorOf(await confirm(token))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: ['Token de confirmación no encontrado'],
    });
  });
});
