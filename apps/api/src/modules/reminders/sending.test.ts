import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit, deactivate } from '../../../test/factories.ts';
import { lettersTo, mailedToken } from '../../../test/letters.ts';
import { hashToken } from '../../platform/tokens.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { mailRefusals, notificationPreferences, notifications } from '../notifications/schema.ts';
import { hasDue } from './due-repository.ts';
import { reminderRound, sweepReminders } from './jobs.ts';
import { reminders, sentReminders } from './schema.ts';

const app = await testApp();
const { platform } = app;
const { db } = platform;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Where the factories' activities are: 9 in the morning of 5 December in Popayán. */
const DATE = new Date('2026-12-05T14:00:00.000Z');
const before = (days: number, ms = 0) => new Date(DATE.getTime() - days * DAY_MS + ms);
const roundAt = (now: Date) => {
  app.setNow(now);
  return reminderRound(platform);
};
const bellOf = (userId: string) => db.select().from(notifications).where(eq(notifications.userId, userId));
const move = (id: string, date: Date) => db.update(activities).set({ date }).where(eq(activities.id, id));

/** Somebody with an account who is reminded of somebody else's activity. */
async function reminded(values: { daysBefore?: number } = {}) {
  const activity = await anActivity(db);
  const user = await aUser(db);
  const attendance = await anAttendance(db, { activityId: activity.id, userId: user.id, email: user.email });
  const reminder = await aReminder(db, { activityId: activity.id, userId: user.id, ...values });
  const told = async () => [(await lettersTo(db, user.email)).length, (await bellOf(user.id)).length];
  return { activity, user, attendance, reminder, told };
}

/** A visitor who asked for a reminder. */
async function remindedVisitor() {
  const visit = await aVisit(db);
  await aReminder(db, { activityId: visit.activityId, attendanceId: visit.attendance.id });
  return visit;
}

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

describe('a reminder', () => {
  it('comes at its moment, not a millisecond before, as one letter and one notification', async () => {
    const { activity, user, told } = await reminded({ daysBefore: 3 });
    await roundAt(before(3, -1));
    expect(await told()).toEqual([0, 0]);
    await roundAt(before(3));
    await roundAt(before(3, MINUTE_MS));
    expect(await told()).toEqual([1, 1]);
    const [notification] = await bellOf(user.id);
    expect(notification).toMatchObject({
      type: 'reminder',
      title: 'Recordatorio de actividad',
      taskId: activity.id,
      createdAt: before(3),
      deliveredAt: null,
      readAt: null,
    });
    expect(notification?.message).toMatch(
      new RegExp(`^«${activity.title}» es el .*5 de diciembre.*, en Parque Caldas\\.$`),
    );
    const [letter] = await lettersTo(db, user.email);
    expect(letter?.subject).toBe(`Recordatorio: ${activity.title}`);
    for (const part of ['5 de diciembre', 'Parque Caldas', `/actividades/${activity.id}.ics`]) {
      expect(letter?.text).toContain(part);
    }
    expect(letter?.text).not.toContain('/mi-asistencia');
    expect(letter?.unsubscribeUrl).toMatch(/^http:\/\/localhost:3000\/dejar-correos\?token=[\w-]{43}$/);
    expect(letter?.text).toContain(letter?.unsubscribeUrl);
  });

  it('comes to the owner too, who attends nothing', async () => {
    const { userId } = await aReminder(db);
    await roundAt(before(1));
    expect(await bellOf(userId ?? '')).toHaveLength(1);
  });

  it('comes to a visitor by letter, with a link that shows and cancels the attendance', async () => {
    const { email, activityId } = await remindedVisitor();
    await roundAt(before(1));
    expect(await lettersTo(db, email)).toHaveLength(1);
    const token = await mailedToken(db, email, 'attendance');
    const url = `/api/attendances/cancel/${activityId}`;
    const reply = await app.inject({ method: 'DELETE', url, payload: { token } });
    expect(reply.statusCode).toBe(200);
  });

  it('whose moment is past when it is set comes at once; that was missed comes late, before the activity only', async () => {
    const late = await reminded({ daysBefore: 30 });
    await roundAt(NOON);
    expect(await late.told()).toEqual([1, 1]);
    const missed = await reminded({ daysBefore: 3 });
    await roundAt(DATE);
    expect(await missed.told()).toEqual([1, 1]);
    const over = await reminded({ daysBefore: 3 });
    await roundAt(new Date(DATE.getTime() + 1));
    expect(await over.told()).toEqual([0, 0]);
  });
});

describe('when the date moves', () => {
  it('a reminder is planned anew, before it was sent and after', async () => {
    const { activity, told } = await reminded({ daysBefore: 2 });
    await roundAt(NOON);
    await move(activity.id, new Date(DATE.getTime() + 3 * DAY_MS));
    await roundAt(before(2));
    expect(await told()).toEqual([0, 0]);
    await roundAt(before(-1));
    expect(await told()).toEqual([1, 1]);
    await move(activity.id, new Date(DATE.getTime() + 8 * DAY_MS));
    await roundAt(before(-5));
    expect(await told()).toEqual([1, 1]);
    await roundAt(before(-6));
    expect(await told()).toEqual([2, 2]);
  });

  it('to where it was, what was sent for that moment is not sent again', async () => {
    const { activity, told } = await reminded();
    await roundAt(before(1));
    await move(activity.id, new Date(DATE.getTime() + 9 * DAY_MS));
    await roundAt(before(1, MINUTE_MS));
    await move(activity.id, DATE);
    await roundAt(before(1, 2 * MINUTE_MS));
    expect(await told()).toEqual([1, 1]);
  });

  it('the same days set again, or others and back, send nothing twice', async () => {
    const { reminder, told } = await reminded();
    await roundAt(before(1));
    for (const daysBefore of [5, 1]) {
      await db
        .update(reminders)
        .set({ daysBefore, dueAt: null, isPending: true })
        .where(eq(reminders.id, reminder.id));
    }
    await roundAt(before(1, MINUTE_MS));
    expect(await told()).toEqual([1, 1]);
    expect(await db.$count(sentReminders, eq(sentReminders.reminderId, reminder.id))).toBe(1);
  });
});

it('a clock that jumps ahead and back again sends none twice', async () => {
  const { told } = await reminded();
  for (const now of [before(0, -MINUTE_MS), NOON, before(2), before(1), before(0, -MINUTE_MS), before(9)]) {
    await roundAt(now);
  }
  expect(await told()).toEqual([1, 1]);
});

describe('nobody is reminded', () => {
  type Reminded = Awaited<ReturnType<typeof reminded>>;
  it.each<[string, (person: Reminded) => Promise<unknown>]>([
    [
      'of a rejected activity',
      ({ activity }) =>
        db
          .update(activities)
          .set({ status: 'rejected', rejectionReason: 'r' })
          .where(eq(activities.id, activity.id)),
    ],
    ['of a deleted one', ({ activity }) => db.delete(activities).where(eq(activities.id, activity.id))],
    ['of a past one', ({ activity }) => move(activity.id, new Date(NOON.getTime() - 1))],
    [
      'of what they no longer attend',
      ({ attendance }) => db.delete(attendances).where(eq(attendances.id, attendance.id)),
    ],
    ['whose account is deactivated', ({ user }) => deactivate(db, user.id)],
    ['whose account is deleted', ({ user }) => db.delete(users).where(eq(users.id, user.id))],
  ])('%s', async (_case, spoil) => {
    const person = await reminded({ daysBefore: 30 });
    await spoil(person);
    await roundAt(NOON);
    expect(await person.told()).toEqual([0, 0]);
    expect(await hasDue(db, NOON)).toBe(false);
  });

  it('as a visitor who cancelled, or whose name was taken off by a deleted account', async () => {
    const cancelled = await remindedVisitor();
    await db.delete(attendances).where(eq(attendances.id, cancelled.attendance.id));
    const nameless = await remindedVisitor();
    await db
      .update(attendances)
      .set({ name: null, email: null })
      .where(eq(attendances.id, nameless.attendance.id));
    await roundAt(before(1));
    expect(await lettersTo(db, cancelled.email)).toEqual([]);
    expect(await lettersTo(db, nameless.email)).toEqual([]);
  });

  it('twice, as a visitor and by the account of the same e-mail', async () => {
    const { activity, user, told } = await reminded({ daysBefore: 1 });
    await db.update(attendances).set({ userId: null }).where(eq(attendances.email, user.email));
    const [attendance] = await db.select().from(attendances).where(eq(attendances.email, user.email));
    await aReminder(db, { activityId: activity.id, attendanceId: attendance?.id ?? '' });
    await roundAt(before(1));
    expect(await told()).toEqual([1, 1]);
  });

  it('of an activity that is rejected and looked at anew until then', async () => {
    const { activity, told } = await reminded();
    const status = (value: 'pending' | 'rejected') =>
      db
        .update(activities)
        .set({ status: value, rejectionReason: value === 'rejected' ? 'r' : null })
        .where(eq(activities.id, activity.id));
    await status('rejected');
    await roundAt(before(1));
    expect(await told()).toEqual([0, 0]);
    await status('pending');
    await roundAt(before(1, MINUTE_MS));
    expect(await told()).toEqual([1, 1]);
  });
});

describe('as people want it', () => {
  it.each([
    [{ byEmail: false, isLive: true }, [0, 1]],
    [{ byEmail: true, isLive: false }, [1, 0]],
    [{ byEmail: false, isLive: false }, [0, 0]],
  ])('%j', async (choice, expected) => {
    const { user, told } = await reminded();
    await db.insert(notificationPreferences).values([
      { userId: user.id, kind: 'reminder', ...choice },
      { userId: user.id, kind: 'change', byEmail: true, isLive: true },
    ]);
    await roundAt(before(1));
    expect(await told()).toEqual(expected);
  });

  it('no letter to a visitor who wants no more, or whose account does not', async () => {
    const visitor = await remindedVisitor();
    await db.insert(mailRefusals).values({ emailHash: hashToken(visitor.email), kind: 'reminder' });
    const other = await remindedVisitor();
    const { id: userId } = await aUser(db, { email: other.email });
    await db
      .insert(notificationPreferences)
      .values({ userId, kind: 'reminder', byEmail: false, isLive: true });
    const elsewhere = await remindedVisitor();
    await db.insert(mailRefusals).values({ emailHash: hashToken(elsewhere.email), kind: 'change' });
    await roundAt(before(1));
    expect(await lettersTo(db, visitor.email)).toEqual([]);
    expect(await lettersTo(db, other.email)).toEqual([]);
    expect(await lettersTo(db, elsewhere.email)).toHaveLength(1);
  });
});

it('what was over a week ago is given up, and taken up again when its date moves', async () => {
  const { activity, reminder, told } = await reminded();
  await roundAt(NOON);
  const isPending = async () =>
    (await db.select().from(reminders).where(eq(reminders.id, reminder.id)))[0]?.isPending;
  app.setNow(before(-7));
  await sweepReminders(platform);
  expect(await isPending()).toBe(true);
  app.setNow(before(-7, 1));
  await sweepReminders(platform);
  expect(await isPending()).toBe(false);
  await move(activity.id, new Date(DATE.getTime() + 8 * DAY_MS));
  await roundAt(before(-7, MINUTE_MS));
  expect(await told()).toEqual([1, 1]);
});
