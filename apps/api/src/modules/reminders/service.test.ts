import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aReminder, aUser, signedIn } from '../../../test/factories.ts';
import { before, createReminderFixture, pollReminders } from '../../../test/reminder-fixture.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { hashToken } from '../../platform/tokens.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { mailUnsubscriptions, notificationPreferences } from '../notifications/schema.ts';
import { reminders } from './schema.ts';

describe('current', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  const prior = await testApp({ MODERATION: 'prior' }, database);
  const { db } = app.platform;

  /** Creates an account with a reminder of another account's activity, which it attends. */
  async function reminded() {
    const owner = await signedIn(db);
    const person = await signedIn(db);
    const activity = await anActivity(db, { ownerId: owner.user.id });
    const { id: userId, email } = person.user;
    const attendance = await anAttendance(db, { activityId: activity.id, userId, email });
    const reminder = await aReminder(db, { activityId: activity.id, userId });
    return { owner, activity, attendance, reminder, ...person };
  }
  type Reminded = Awaited<ReturnType<typeof reminded>>;

  /** Returns whether the reminder is listed, the count of the list, and the status of a change. */
  async function seen({ headers, reminder }: Pick<Reminded, 'headers' | 'reminder'>, at = app) {
    const url = '/api/notifications';
    const list = await at.inject({ url, headers });
    const change = {
      method: 'PUT',
      url: `${url}/${reminder.id}`,
      headers,
      payload: { daysBefore: 2 },
    } as const;
    return [list.json().length, list.headers['x-total-count'], (await at.inject(change)).statusCode];
  }
  const LISTED = [1, '1', 200];
  const HIDDEN = [0, '0', 404];

  const set = (id: string, values: Partial<typeof activities.$inferInsert>) =>
    db.update(activities).set(values).where(eq(activities.id, id));
  const REJECTED = { status: 'rejected', rejectionReason: 'r' } as const;
  const isLeft = async (id: string) => (await db.$count(reminders, eq(reminders.id, id))) === 1;

  beforeEach(() => {
    for (const each of [app, prior]) each.setNow(NOON);
  });

  describe('a reminder that cannot be sent is neither listed nor changed', () => {
    it.each<[string, (person: Reminded) => Promise<unknown>]>([
      ['of what is over', ({ activity }) => set(activity.id, { date: new Date(NOON.getTime() - 1) })],
      ['of what is rejected', ({ activity }) => set(activity.id, REJECTED)],
      [
        'of a cancelled attendance',
        ({ attendance }) => db.delete(attendances).where(eq(attendances.id, attendance.id)),
      ],
    ])('%s', async (_case, spoil) => {
      const person = await reminded();
      expect(await seen(person)).toEqual(LISTED);
      await spoil(person);
      expect(await seen(person)).toEqual(HIDDEN);
      const url = `/api/notifications/${person.reminder.id}`;
      expect((await app.inject({ method: 'DELETE', url, headers: person.headers })).statusCode).toBe(204);
    });

    it('of a pending activity under prior moderation', async () => {
      const person = await reminded();
      expect(await seen(person, prior)).toEqual(HIDDEN);
      await set(person.activity.id, { status: 'approved' });
      expect(await seen(person, prior)).toEqual(LISTED);
    });

    it('is listed for the owner of a rejected activity, and for an attendance by e-mail', async () => {
      const { owner, activity, attendance, ...person } = await reminded();
      await db.update(attendances).set({ userId: null }).where(eq(attendances.id, attendance.id));
      expect(await seen(person)).toEqual(LISTED);
      const own = await aReminder(db, { activityId: activity.id, userId: owner.user.id });
      await set(activity.id, REJECTED);
      expect(await seen({ headers: owner.headers, reminder: own })).toEqual(LISTED);
    });
  });

  describe('a reminder is deleted with the attendance', () => {
    type Headers = Record<string, string>;
    const cancel = (activityId: string, headers: Headers, payload: object = {}) =>
      app.inject({ method: 'DELETE', url: `/api/attendances/cancel/${activityId}`, headers, payload });

    it.each<[string, (person: Reminded) => Promise<{ statusCode: number }>]>([
      ['cancelled by the account', ({ activity, headers }) => cancel(activity.id, headers)],
      [
        'cancelled by the owner',
        ({ activity, owner, user }) => cancel(activity.id, owner.headers, { email: user.email }),
      ],
      [
        'removed by the owner',
        ({ attendance, owner }) =>
          app.inject({ method: 'DELETE', url: `/api/attendances/${attendance.id}`, headers: owner.headers }),
      ],
      [
        "made another person's by the owner",
        ({ attendance, owner }) =>
          app.inject({
            method: 'PUT',
            url: `/api/attendances/${attendance.id}`,
            headers: owner.headers,
            payload: { name: 'Otra', email: `otra-${attendance.id}@example.org` },
          }),
      ],
    ])('%s', async (_case, end) => {
      const person = await reminded();
      const other = await aReminder(db, { userId: person.user.id, activityId: (await anActivity(db)).id });
      const theirs = await aReminder(db, { activityId: person.activity.id, userId: person.owner.user.id });
      const reply = await end(person);
      expect(reply.statusCode).toBeLessThan(300);
      expect(await isLeft(person.reminder.id)).toBe(false);
      expect([await isLeft(other.id), await isLeft(theirs.id)]).toEqual([true, true]);
    });

    it('confirmed without signing in', async () => {
      const { activity, attendance, headers, reminder } = await reminded();
      await db.update(attendances).set({ userId: null }).where(eq(attendances.id, attendance.id));
      expect((await cancel(activity.id, headers)).statusCode).toBe(200);
      expect(await isLeft(reminder.id)).toBe(false);
    });

    it('but not the reminder of the owner, who need not attend', async () => {
      const { user, headers } = await signedIn(db);
      const { id: activityId } = await anActivity(db, { ownerId: user.id });
      await anAttendance(db, { activityId, userId: user.id, email: user.email });
      const { id } = await aReminder(db, { activityId, userId: user.id });
      expect((await cancel(activityId, headers)).statusCode).toBe(200);
      expect(await isLeft(id)).toBe(true);
    });
  });
});

describe('preferences', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { notificationsOf, attendeeWithReminder, visitorWithReminder, pollAt, countDelivered } =
    createReminderFixture(app);

  beforeEach(async () => {
    app.setNow(NOON);
    await db.delete(reminders);
  });

  describe('a reminder follows the preferences of an account', () => {
    it.each([
      [{ byEmail: false, isLive: true }, [0, 1]],
      [{ byEmail: true, isLive: false }, [1, 0]],
      [{ byEmail: false, isLive: false }, [0, 0]],
    ])('%j', async (choice, expected) => {
      const { user, countDelivered } = await attendeeWithReminder();
      await db.insert(notificationPreferences).values([
        { userId: user.id, kind: 'reminder', ...choice },
        { userId: user.id, kind: 'change', byEmail: true, isLive: true },
      ]);
      await pollAt(before(1));
      expect(await countDelivered()).toEqual(expected);
    });

    it('no e-mail to a visitor who unsubscribed, or whose account disabled e-mails', async () => {
      const visitor = await visitorWithReminder();
      await db.insert(mailUnsubscriptions).values({ emailHash: hashToken(visitor.email), kind: 'reminder' });
      const other = await visitorWithReminder();
      const { id: userId } = await aUser(db, { email: other.email });
      await db
        .insert(notificationPreferences)
        .values({ userId, kind: 'reminder', byEmail: false, isLive: true });
      const elsewhere = await visitorWithReminder();
      await db.insert(mailUnsubscriptions).values({ emailHash: hashToken(elsewhere.email), kind: 'change' });
      await pollAt(before(1));
      expect(await emailsTo(db, visitor.email)).toEqual([]);
      expect(await emailsTo(db, other.email)).toEqual([]);
      expect(await emailsTo(db, elsewhere.email)).toHaveLength(1);
    });
  });

  describe('an account that confirmed signed out', () => {
    async function signedOut(values: { isActive?: boolean } = {}) {
      const visit = await visitorWithReminder();
      return { ...visit, user: await aUser(db, { email: visit.email, ...values }) };
    }

    it('gets a notification, and an e-mail whose link requires signing in', async () => {
      const { user, activityId } = await signedOut();
      await pollAt(before(1));
      await pollAt(before(1, 60_000));
      expect(await countDelivered(user)).toEqual([1, 1]);
      expect(await notificationsOf(user.id)).toMatchObject([{ type: 'reminder', taskId: activityId }]);
      const [mail] = await emailsTo(db, user.email);
      expect(mail).toMatchObject({ accountId: user.id });
      expect(mail?.text).toContain(`Hola, ${user.username}`);
      expect(mail?.text).not.toContain('/mi-asistencia');
      expect(mail?.text).toContain(`/actividades/${activityId}`);
    });

    it.each([
      [{ byEmail: false, isLive: true }, [0, 1]],
      [{ byEmail: true, isLive: false }, [1, 0]],
    ])('follows its preferences: %j', async (choice, expected) => {
      const { user } = await signedOut();
      await db.insert(notificationPreferences).values({ userId: user.id, kind: 'reminder', ...choice });
      await pollAt(before(1));
      expect(await countDelivered(user)).toEqual(expected);
    });

    it('gets nothing after its deactivation', async () => {
      const { user } = await signedOut({ isActive: false });
      await pollAt(before(1));
      expect(await countDelivered(user)).toEqual([0, 0]);
    });

    it('follows its own reminder if it has one', async () => {
      const { user, activityId } = await signedOut();
      await aReminder(db, { activityId, userId: user.id, daysBefore: 3 });
      await pollAt(before(3));
      await pollAt(before(1));
      expect(await countDelivered(user)).toEqual([1, 1]);
    });
  });
});

describe('visitor', async () => {
  const app = await testApp();
  const { db } = app.platform;
  type Headers = Record<string, string>;
  let visitorCount = 0;

  const confirm = (taskId: string, values: object = {}, headers: Headers = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/attendances/confirm',
      payload: { taskId, name: 'Luz', email: `quien${++visitorCount}@example.org`, ...values },
      headers,
    });
  const remindersOf = (activityId: string) =>
    db.select().from(reminders).where(eq(reminders.activityId, activityId));

  beforeEach(() => app.setNow(NOON));

  it('a visitor who asked for it is reminded one day before, unless the attendance is cancelled', async () => {
    const { id } = await anActivity(db);
    const { _id: attendanceId } = (await confirm(id, { remind: true })).json();
    expect(await remindersOf(id)).toMatchObject([{ attendanceId, userId: null, daysBefore: 1 }]);
    await db.delete(attendances).where(eq(attendances.id, attendanceId));
    expect(await remindersOf(id)).toEqual([]);
  });

  it('a visitor who did not ask for it is not reminded', async () => {
    const { id } = await anActivity(db);
    for (const values of [{}, { remind: false }]) expect((await confirm(id, values)).statusCode).toBe(201);
    expect(await remindersOf(id)).toEqual([]);
  });

  it.each(['true', 1, null, {}])('rejects %j as the choice', async remind => {
    const { id } = await anActivity(db);
    expect(errorOf(await confirm(id, { remind }))).toMatchObject({
      status: 400,
      message: ['Indica si quieres un recordatorio'],
    });
    expect(await db.$count(attendances, eq(attendances.activityId, id))).toBe(0);
  });

  it('an account gets a reminder, unless it has one already', async () => {
    const { id } = await anActivity(db);
    const { user, headers } = await signedIn(db);
    const own = { email: user.email, remind: true };
    await confirm(id, own, headers);
    expect(await remindersOf(id)).toMatchObject([{ userId: user.id, attendanceId: null, daysBefore: 1 }]);
    await db.update(reminders).set({ daysBefore: 7 });
    await db.delete(attendances).where(eq(attendances.activityId, id));
    expect((await confirm(id, own, headers)).statusCode).toBe(201);
    expect(await remindersOf(id)).toMatchObject([{ userId: user.id, daysBefore: 7 }]);
    const listed = await app.inject({ url: '/api/notifications', headers });
    expect(listed.json()).toMatchObject([{ task: { _id: id }, daysBefore: 7 }]);
  });

  it('concurrent confirmations choose independently, and an account retains its reminder', async () => {
    const [far, today] = [
      await anActivity(db),
      await anActivity(db, { date: new Date('2026-11-21T20:00:00.000Z') }),
    ];
    const { user, headers } = await signedIn(db);
    await db
      .insert(reminders)
      .values({ userId: user.id, activityId: far.id, daysBefore: 7, createdAt: NOON });
    const replies = await concurrently(24, index =>
      index === 0
        ? confirm(far.id, { email: user.email, remind: true }, headers)
        : confirm(index % 4 === 1 ? today.id : far.id, { remind: index % 2 === 1 }),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    const chose = replies.filter((_, index) => index % 4 === 3).map(reply => reply.json()._id);
    const set = await remindersOf(far.id);
    expect(set.flatMap(({ attendanceId }) => attendanceId ?? []).sort()).toEqual(chose.sort());
    expect(set.filter(({ userId }) => userId !== null)).toMatchObject([{ userId: user.id, daysBefore: 7 }]);
    expect(await remindersOf(today.id)).toEqual([]);
  });

  it.each([
    ['later today', '2026-11-22T04:59:59.999Z', 0],
    ['tomorrow, less than a day ahead', '2026-11-22T16:59:59.999Z', 0],
    ['a day ahead', '2026-11-22T17:00:00.000Z', 0],
    ['more than a day ahead', '2026-11-22T17:00:00.001Z', 1],
  ])('is set for what is %s (%s): %i', async (_case, date, count) => {
    const { id } = await anActivity(db, { date: new Date(date) });
    const { user, headers } = await signedIn(db);
    const visitor = await confirm(id, { remind: true });
    expect(visitor.statusCode).toBe(201);
    await confirm(id, { email: user.email, remind: true }, headers);
    expect(await remindersOf(id)).toHaveLength(2 * count);
    await pollReminders(app.platform);
    // The only e-mail is the confirmation.
    for (const email of [visitor.json().email, user.email]) expect(await emailsTo(db, email)).toHaveLength(1);
  });

  it.each([
    ['is not set for those who will be asked that day whether they come', '2026-12-05T14:00:00Z', {}, 1],
    ['is set for those who confirm too late to be asked', '2026-11-22T20:00:00Z', {}, 3],
    ['is set for those on the waiting list', '2026-12-05T14:00:00Z', { capacity: 1 }, 2],
  ])('%s', async (_what, date, values, count) => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, {
      ownerId: user.id,
      date: new Date(date),
      asksAgain: true,
      ...values,
    });
    for (const [name, email, of] of [
      ['Una', 'una@example.org', {}],
      ['Otra', 'otra@example.org', {}],
      ['Yo', user.email, headers],
    ] as const)
      expect((await confirm(id, { name, email, remind: true }, of)).statusCode).toBe(201);
    expect(await remindersOf(id)).toHaveLength(count);
  });

  it('the owner cannot choose for others, and a changed e-mail is another person', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    expect((await confirm(id, { name: 'Eva', remind: true }, headers)).statusCode).toBe(201);
    expect(await remindersOf(id)).toEqual([]);
    await confirm(id, { name: 'Yo', email: user.email, remind: true }, headers);
    const { _id, email } = (await confirm(id, { name: 'Ana', remind: true })).json();
    const change = (payload: object) =>
      app.inject({ method: 'PUT', url: `/api/attendances/${_id}`, headers, payload });
    await change({ name: 'Ana María', email });
    expect(await remindersOf(id)).toHaveLength(2);
    await change({ name: 'Ana María', email: 'otra@example.org' });
    expect(await remindersOf(id)).toMatchObject([{ userId: user.id }]);
  });
});
