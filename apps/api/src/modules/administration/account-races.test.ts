import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { concurrently, tally } from '../../../test/requests.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { hashPassword } from '../accounts/password-service.ts';
import { changeAddress } from '../accounts/registration/email-change-service.ts';
import { lockAccount } from '../accounts/repository.ts';
import { emailTokens, registrations, users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const password = 'maíz-y-café';
const passwordHash = await hashPassword(password);
const ROUNDS = 6;
let made = 0;
const newAddress = () => `otra${++made}@example.org`;

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const admins = [await signedIn(db, { role: 'admin' }), await signedIn(db, { role: 'admin' })];
const bosses = [await signedIn(db, { role: 'superadmin' }), await signedIn(db, { role: 'superadmin' })];
const send = (method: Method, url: string, headers = {}, payload?: object) =>
  app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
const actionsOn = async (id: string) =>
  (await db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action }) => action);

/**
 * Creates an account with the data that its locks protect: an attendance of its own activity and one of another's, an attendee, two
 * links and an activity without attendees.
 */
async function busyPerson() {
  const person = await signedIn(db, { passwordHash });
  const { id: userId, email } = person.user;
  const own = await anActivity(db, { ownerId: userId });
  const other = await anActivity(db);
  for (const { id: activityId } of [own, other]) await anAttendance(db, { activityId, userId, email });
  await anAttendance(db, { activityId: own.id });
  const unattended = await anActivity(db, { ownerId: userId });
  const links = { reset: await link(userId, 'reset'), email: await link(userId, 'change-email') };
  return { ...person, own, other, unattended, links };
}

async function link(userId: string, purpose: 'reset' | 'change-email') {
  const [token, newEmail] = [newToken(), purpose === 'reset' ? null : newAddress()];
  const expiresAt = new Date('2030-01-01');
  await db.insert(emailTokens).values({ userId, tokenHash: hashToken(token), purpose, newEmail, expiresAt });
  return token;
}

describe('concurrent calls of two administrators on one account', () => {
  it('one deletes it, all others get 404, and the log has one entry', async () => {
    const { user } = await busyPerson();
    const replies = await concurrently(10, n =>
      send('DELETE', `/admin-panel/users/${user.id}`, admins[n % 2]?.headers),
    );
    expect(tally(replies)).toEqual({ 204: 1, 404: 9 });
    expect(await actionsOn(user.id)).toEqual(['user.delete']);
  });

  it('one change of the state is made and logged', async () => {
    const { id } = await aUser(db);
    const path = `/admin-panel/users/${id}/status`;
    const replies = await concurrently(10, n =>
      send('PATCH', path, admins[n % 2]?.headers, { isActive: false }),
    );
    expect(tally(replies)).toEqual({ 200: 10 });
    expect(await actionsOn(id)).toEqual(['user.deactivate']);
    const admin = await aUser(db, { role: 'admin' });
    const down = await concurrently(10, n =>
      send('PATCH', `/admin/${admin.id}/deactivate`, bosses[n % 2]?.headers),
    );
    expect(tally(down)).toEqual({ 200: 10 });
    expect(await actionsOn(admin.id)).toEqual(['admin.deactivate']);
  });

  it('one of two accounts gets an e-mail assigned to both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const people = [(await busyPerson()).user, (await busyPerson()).user];
      const email = newAddress();
      const replies = await Promise.all(
        people.map(({ id, username, phone }, n) =>
          send('PUT', `/admin-panel/users/${id}`, admins[n]?.headers, { username, phone, email }),
        ),
      );
      expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
      expect(await db.$count(users, eq(users.email, email))).toBe(1);
    }
  });

  it('a restored admin cannot be changed by an admin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await aUser(db, { formerAdmin: true });
      const [up, off] = await Promise.all([
        send('PATCH', `/admin/${id}/reactivate`, bosses[0]?.headers),
        send('PATCH', `/admin-panel/users/${id}/status`, admins[0]?.headers, { isActive: false }),
      ]);
      expect(up.statusCode).toBe(200);
      expect([200, 403]).toContain(off.statusCode);
      // In either order of the requests, the admin's account is active.
      const [row] = await db.select().from(users).where(eq(users.id, id));
      expect(row).toMatchObject({ role: 'admin', formerAdmin: false, isActive: true });
    }
  });
});

describe('calls of administrators concurrent with those of the account: no fault, and nothing partial', () => {
  type Person = Awaited<ReturnType<typeof busyPerson>>;
  const removeSelf = ({ headers }: Person) =>
    send('DELETE', '/auth/account', headers, { password, confirmation: 'ELIMINAR' });
  const edit = ({ user }: Person) => {
    const fields = { username: 'Otro Nombre', email: newAddress(), phone: user.phone };
    return send('PUT', `/admin-panel/users/${user.id}`, admins[0]?.headers, fields);
  };
  const deactivate = ({ user }: Person) =>
    send('PATCH', `/admin-panel/users/${user.id}/status`, admins[1]?.headers, { isActive: false });
  const remove = ({ user }: Person) => send('DELETE', `/admin-panel/users/${user.id}`, admins[1]?.headers);

  const changePassword = ({ headers }: Person) =>
    send('POST', '/auth/change-password', headers, {
      currentPassword: password,
      newPassword: 'quinua-y-papa',
    });
  const reset = ({ links }: Person) =>
    send('POST', '/auth/reset-password', {}, { token: links.reset, newPassword: 'quinua-y-papa' });
  const confirmEmail = ({ links }: Person) => send('POST', '/auth/confirm-email', {}, { token: links.email });
  const editActivity = ({ own, headers }: Person) =>
    send('PUT', `/tasks/${own.id}`, headers, {
      title: 'Otro título',
      description: 'x',
      place: 'y',
      responsible: ['Ana'],
      date: '2026-12-06T14:00:00.000Z',
    });
  const cancel = ({ own, user, headers }: Person) =>
    send('DELETE', `/attendances/cancel/${own.id}`, headers, { email: user.email });
  const confirm = ({ unattended, user, headers }: Person) =>
    send('POST', '/attendances/confirm', headers, { taskId: unattended.id, name: 'Rosa', email: user.email });
  const signIn = ({ user }: Person) => send('POST', '/auth/login', {}, { email: user.email, password });

  it('the own deletion waits for a concurrent change, and deletes what belongs to the new address', async () => {
    const person = await busyPerson();
    const { user } = person;
    const { username, phone } = user;
    const email = newAddress();
    const { deletion } = await db.transaction(async tx => {
      await lockAccount(tx, user.id);
      const deletion = removeSelf(person);
      const lockWaits = sql`select 1 from pg_locks join pg_database on oid = database
        where datname = current_database() and locktype = 'advisory' and not granted`;
      await expect.poll(async () => (await db.execute(lockWaits)).rowCount).toBe(1);
      await changeAddress(app.platform, tx, user.id, email);
      const expiresAt = new Date('2030-01-01');
      await tx
        .insert(registrations)
        .values({ username, email, phone, passwordHash, createdAt: NOON, expiresAt });
      return { deletion };
    });
    expect((await deletion).statusCode).toBe(204);
    expect(await db.$count(users, eq(users.id, user.id))).toBe(0);
    expect(await db.$count(registrations, eq(registrations.email, email))).toBe(0);
  });

  /** The calls and the number of hashes that each computes first. The administrators' calls compute as many, to run concurrently. */
  const acts = [
    ['removeSelf', removeSelf, 1],
    ['changePassword', changePassword, 2],
    ['reset', reset, 1],
    ['confirmEmail', confirmEmail, 0],
    ['editActivity', editActivity, 0],
    ['cancel', cancel, 0],
    ['confirm', confirm, 0],
    ['signIn', signIn, 2],
  ] as const;
  it.each(acts)('%s', async (_name, act, hashes) => {
    const concurrently = async (administer: typeof edit, person: Person) => {
      for (let hash = 0; hash < hashes; hash++) await hashPassword(password);
      return administer(person);
    };
    for (let round = 0; round < ROUNDS; round++) {
      const person = await busyPerson();
      const { user, other } = person;
      const replies = await Promise.all([
        act(person),
        ...[edit, deactivate, remove].map(administer => concurrently(administer, person)),
      ]);
      const [acted = 0, edited = 0, off = 0, removed = 0] = replies.map(reply => reply.statusCode);
      expect(Math.max(acted, edited, off, removed)).toBeLessThan(500);
      expect(await db.$count(users, eq(users.id, user.id))).toBe(0);
      expect(await db.$count(activities, eq(activities.ownerId, user.id))).toBe(0);
      // The attendance is anonymised, whether its address was the earlier or the later one.
      const left = await db.select().from(attendances).where(eq(attendances.activityId, other.id));
      expect(left).toMatchObject([{ name: null, email: null, userId: null }]);
      const actions = await actionsOn(user.id);
      expect(actions.includes('user.update')).toBe(edited === 200);
      expect(actions.includes('user.delete')).toBe(removed === 204);
    }
  });
});
