import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import {
  aCollective,
  aMember,
  anActivity,
  anAttendance,
  aReminder,
  aUser,
  signedIn,
} from '../../../test/factories.ts';
import { PUSH_KEYS } from '../../../test/push-service.ts';
import { mails } from '../../platform/mail/schema.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { lockSuperadmins } from '../accounts/repository.ts';
import { users } from '../accounts/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { printedOf } from '../certificates/rules.ts';
import { certificates } from '../certificates/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { sweepNotifications } from '../notifications/jobs.ts';
import { teamInvitations, teamMembers } from '../teams/schema.ts';

describe('deletion races', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const password = 'maíz-y-café';
  const passwordHash = await cheapHash(password);
  await aUser(db, { role: 'superadmin' });

  /** Creates a superadmin, whose deletion can be paused. */
  const someone = () => signedIn(db, { passwordHash, role: 'superadmin' });
  type Person = Awaited<ReturnType<typeof someone>>;

  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, headers = {}, payload?: object) => {
    const reply = app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    // `inject` sends the request when its promise is first used.
    void reply.then(() => undefined);
    return reply;
  };
  const removeSelf = ({ headers }: Person) =>
    send('DELETE', '/auth/account', headers, { password, confirmation: 'ELIMINAR' });

  const waits = (count: number) => expect.poll(() => countLockWaits(db), { interval: 10 }).toBe(count);

  /** Runs `during` while deletions wait just before they delete the account's row, with all earlier steps done and not committed. */
  async function whilePaused<Result>(during: () => Promise<Result>): Promise<Result> {
    return db.transaction(async tx => {
      await lockSuperadmins(tx);
      return during();
    });
  }

  /** Sends a request while the account's deletion is paused. The request succeeds before the deletion or waits for its end. */
  async function duringDeletion(person: Person, call: (person: Person) => ReturnType<typeof send>) {
    const { deletion, reply } = await whilePaused(async () => {
      const deletion = removeSelf(person);
      await waits(1);
      const reply = call(person);
      await Promise.race([reply, waits(2)]);
      return { deletion, reply };
    });
    return { deletion: (await deletion).statusCode, status: (await reply).statusCode };
  }

  const isMemberOf = (id: string) => eq(teamMembers.teamId, id);
  const ownersOf = async (id: string) =>
    (
      await db
        .select()
        .from(teamMembers)
        .where(and(isMemberOf(id), eq(teamMembers.role, 'owner')))
    ).map(({ userId }) => userId);

  async function invitationOf({ user }: Person): Promise<string> {
    const { id: inviterId } = await aUser(db);
    const { id: teamId } = await aCollective(db, { ownerId: inviterId });
    const token = newToken();
    await db.insert(teamInvitations).values({
      teamId,
      inviterId,
      email: user.email,
      role: 'owner',
      tokenHash: hashToken(token),
      createdAt: NOON,
      expiresAt: new Date('2030-01-01'),
    });
    return token;
  }

  const activity = await anActivity(db);
  const collective = await aCollective(db);

  describe('what an account does while it is deleted', () => {
    const calls = {
      'a collective': ({ headers }: Person) =>
        send('POST', '/collectives', headers, { name: 'Manos a la obra' }),
      'an activity': ({ headers }: Person) =>
        send('POST', '/tasks', headers, {
          title: 'Siembra',
          description: 'x',
          place: 'y',
          responsible: ['Ana'],
          date: '2026-12-06T14:00:00.000Z',
        }),
      'an attendance': ({ headers, user }: Person) =>
        send('POST', '/attendances/confirm', headers, {
          taskId: activity.id,
          name: 'Rosa',
          email: user.email,
        }),
      'an API token': ({ headers }: Person) =>
        send('POST', '/auth/tokens', headers, { name: 'Hoja', scope: 'read' }),
      'a follower': ({ headers }: Person) =>
        send('PUT', `/collectives/${collective.slug}/follow`, headers, { mail: 'diario' }),
      'a saved search': ({ headers }: Person) =>
        send('POST', '/saved-searches', headers, { filters: { q: 'agua' } }),
      'a report': ({ headers }: Person) =>
        send('POST', '/reports', headers, {
          target: { type: 'activity', id: activity.id },
          reason: 'spam',
          text: '',
        }),
      'a reminder': ({ headers }: Person) =>
        send('POST', '/reminders', headers, { task: activity.id, daysBefore: 1 }),
      'a push subscription': ({ headers }: Person) =>
        send('POST', '/push/subscriptions', headers, {
          endpoint: 'https://fcm.googleapis.com/fcm/send/1',
          keys: PUSH_KEYS,
        }),
    };

    it.each(Object.entries(calls))('%s', async (_name, call) => {
      const person = await someone();
      const { deletion, status } = await duringDeletion(person, call);
      expect(deletion).toBe(204);
      expect(status).toBeLessThan(500);
      expect(await db.$count(attendances, eq(attendances.email, person.user.email))).toBe(0);
    });

    it('an accepted invitation to own a collective', async () => {
      const person = await someone();
      const token = await invitationOf(person);
      const accept = ({ headers }: Person) => send('POST', '/invitations/accept', headers, { token });
      expect((await duringDeletion(person, accept)).deletion).toBe(204);
    });
  });

  describe('a collective whose owner is deleted', () => {
    it('is deleted if its other owner is deleted too', async () => {
      const [one, other] = [await someone(), await someone()];
      const { id } = await aCollective(db, { ownerId: one.user.id });
      await aMember(db, { teamId: id, userId: other.user.id, role: 'owner' });
      const { deletions } = await whilePaused(async () => {
        const deletions = [one, other].map(removeSelf);
        await waits(2);
        return { deletions };
      });
      for (const deletion of deletions) expect((await deletion).statusCode).toBe(204);
      expect(await db.$count(collectives, eq(collectives.id, id))).toBe(0);
    });

    it('is deleted if the organiser who inherits it is deleted too', async () => {
      const [owner, heir] = [await someone(), await someone()];
      const { id } = await aCollective(db, { ownerId: owner.user.id });
      await aMember(db, { teamId: id, userId: heir.user.id, role: 'organizer' });
      const { deletions } = await whilePaused(async () => {
        const first = removeSelf(owner);
        await waits(1);
        const second = removeSelf(heir);
        await waits(2);
        return { deletions: [first, second] };
      });
      for (const deletion of deletions) expect((await deletion).statusCode).toBe(204);
      expect(await db.$count(collectives, eq(collectives.id, id))).toBe(0);
    });

    it.each(['organizer', 'owner'] as const)(
      'goes to the next organiser if another %s leaves',
      async role => {
        const [owner, leaving, next] = [await someone(), await aUser(db), await aUser(db)];
        const { id } = await aCollective(db, { ownerId: owner.user.id });
        await aMember(db, { teamId: id, userId: leaving.id, role });
        const joinedAt = new Date(NOON.getTime() + 1000);
        await aMember(db, { teamId: id, userId: next.id, role: 'organizer', joinedAt });
        const { deletion } = await db.transaction(async tx => {
          await tx.delete(teamMembers).where(and(isMemberOf(id), eq(teamMembers.userId, leaving.id)));
          const deletion = removeSelf(owner);
          await waits(1);
          return { deletion };
        });
        expect((await deletion).statusCode).toBe(204);
        expect(await ownersOf(id)).toEqual([next.id]);
      },
    );
  });

  it('accounts that attend each other’s activities are all deleted at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, someone));
    for (const { user } of people) {
      const { id: activityId } = await anActivity(db, { ownerId: user.id, capacity: 10 });
      for (const {
        user: { id: userId, email },
      } of people)
        await anAttendance(db, { activityId, userId, email });
    }
    const replies = await Promise.all(people.map(removeSelf));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    const ids = sql`${sql.param(people.map(({ user }) => user.id))}::uuid[]`;
    expect(await db.$count(users, sql`${users.id} = any(${ids})`)).toBe(0);
  });
});

describe('forgotten', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const password = 'maíz-y-café';
  const NAME = 'Zulmita Quilindo';
  let accounts = 0;
  const TRACES = /zulmita|quilindo|zarzamora/i;

  /** All rows of all tables, jobs and migrations included, that match `TRACES`, each with the name of its table. */
  async function traces(): Promise<string[]> {
    const { rows: tables } = await db.execute<{ name: string }>(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await db.execute<{ text: string }>(
        sql`select t::text as text from ${sql.raw(name)} t where t::text ~* ${TRACES.source}`,
      );
      found.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
    return found;
  }

  /** Creates an account whose name, address and words are in every place where an account can leave them. */
  async function wellKnown() {
    const EMAIL = `zulmita.quilindo${++accounts}@example.org`;
    const admin = await signedIn(db, { role: 'admin' });
    const organiser = await signedIn(db);
    const values = { username: NAME, email: EMAIL, passwordHash: await cheapHash(password) };
    const { user, headers } = await signedIn(db, values);
    const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, caller = headers) =>
      app.inject({ method, url: `/api/${url}`, headers: caller, ...(payload && { payload }) });
    const own = await anActivity(db, {
      ownerId: user.id,
      title: 'Cosecha de zarzamora',
      responsible: [NAME],
    });
    const other = await anActivity(db, { ownerId: organiser.user.id });
    await call('POST', 'attendances/confirm', { taskId: other.id, name: NAME, email: EMAIL });
    await call('DELETE', `attendances/cancel/${other.id}`, { email: EMAIL });
    await call('POST', 'attendances/confirm', { taskId: other.id, name: NAME, email: EMAIL });
    await certified(user, EMAIL);
    await aReminder(db, { activityId: other.id, userId: user.id });
    await call(
      'PATCH',
      `admin-panel/activities/${own.id}/reject`,
      { reason: `${NAME} vende zarzamora` },
      admin.headers,
    );
    await call('POST', 'auth/password-reset', { email: EMAIL });
    await call('POST', 'auth/register', { username: NAME, email: EMAIL, phone: '3001234567', password });
    await call('POST', 'attendances/personal-link', { email: EMAIL });
    await db.update(mails).set({ sentAt: NOON });
    return { call, user, email: EMAIL };
  }

  /** Stores both kinds of certificates. */
  async function certified(user: { id: string }, email: string): Promise<void> {
    const helped = { userId: user.id, email, name: NAME, checkedInAt: NOON, hours: 2 };
    const { id, activityId } = await anAttendance(db, helped);
    const row = {
      id: activityId,
      title: 'Siembra',
      date: NOON,
      endDate: null,
      place: '',
      collective: null,
      hours: 2,
    };
    const printed = printedOf(NAME, [row]);
    await db.insert(certificates).values([
      { number: `A-${id}`, attendanceId: id, printed, issuedAt: NOON },
      { number: `B-${id}`, userId: user.id, printed, issuedAt: NOON, revokedAt: NOON },
    ]);
  }

  it('after the deletion of an account no table has its name, address or words, jobs and audit log included', async () => {
    const { call } = await wellKnown();
    expect((await traces()).length).toBeGreaterThan(8);
    const reply = await call('DELETE', 'auth/account', { password, confirmation: 'ELIMINAR' });
    expect(reply.statusCode).toBe(204);
    await sweepNotifications(app.platform);
    expect(await traces()).toEqual([]);
  });

  it('also if the account changed its address after it confirmed', async () => {
    const { call, user, email } = await wellKnown();
    const admin = await signedIn(db, { role: 'admin' });
    const payload = { username: NAME, email: `nueva.${email}`, phone: '3001234567' };
    const changed = await app.inject({
      method: 'PUT',
      url: `/api/admin-panel/users/${user.id}`,
      headers: admin.headers,
      payload,
    });
    expect(changed.statusCode).toBe(200);
    await db.update(mails).set({ sentAt: NOON });
    expect((await call('DELETE', `admin-panel/users/${user.id}`, undefined, admin.headers)).statusCode).toBe(
      204,
    );
    // Only notifications are checked, since the sign-up with the earlier address has data of its own.
    const bells = (await traces()).filter(trace => /^public\.notifications/.test(trace));
    expect(bells).toEqual([]);
  });
});
