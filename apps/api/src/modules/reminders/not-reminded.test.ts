import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aReminder, aUser, deactivate } from '../../../test/factories.ts';
import { before, createReminderFixture } from '../../../test/reminder-fixture.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { reminders } from './schema.ts';
import { isAnyDue } from './sending-service.ts';

const database = await testDatabase();
const app = await testApp({}, database);
const prior = await testApp({ MODERATION: 'prior' }, database);
const { db } = app.platform;
const {
  change,
  attendeeWithReminder,
  visitorWithReminder,
  pollAt,
  countDelivered: countDeliveredTo,
} = createReminderFixture(app);
const withPrior = createReminderFixture(prior);
const MINUTE_MS = 60_000;
const REJECTED = { status: 'rejected', rejectionReason: 'r' } as const;

beforeEach(async () => {
  for (const each of [app, prior]) each.setNow(NOON);
  await db.delete(reminders);
});

describe('no reminder is sent', () => {
  type Reminded = Awaited<ReturnType<typeof attendeeWithReminder>>;
  it.each<[string, (person: Reminded) => Promise<unknown>]>([
    ['of a rejected activity', ({ activity }) => change(activity.id, REJECTED)],
    ['of a deleted one', ({ activity }) => db.delete(activities).where(eq(activities.id, activity.id))],
    ['of a past one', ({ activity }) => change(activity.id, { date: new Date(NOON.getTime() - 1) })],
    [
      'of a cancelled attendance',
      ({ attendance }) => db.delete(attendances).where(eq(attendances.id, attendance.id)),
    ],
    ['whose account is deactivated', ({ user }) => deactivate(db, user.id)],
    ['whose account is deleted', ({ user }) => db.delete(users).where(eq(users.id, user.id))],
  ])('%s', async (_case, spoil) => {
    const person = await attendeeWithReminder({ daysBefore: 30 });
    await spoil(person);
    await pollAt(NOON);
    expect(await person.countDelivered()).toEqual([0, 0]);
    expect(await isAnyDue(app.platform)).toBe(false);
  });

  it('to a visitor who cancelled, or whose attendance was anonymised', async () => {
    const cancelled = await visitorWithReminder();
    await db.delete(attendances).where(eq(attendances.id, cancelled.attendance.id));
    const nameless = await visitorWithReminder();
    await db
      .update(attendances)
      .set({ name: null, email: null })
      .where(eq(attendances.id, nameless.attendance.id));
    await pollAt(before(1));
    expect(await emailsTo(db, cancelled.email)).toEqual([]);
    expect(await emailsTo(db, nameless.email)).toEqual([]);
  });

  it('twice to a visitor whose account has the same e-mail', async () => {
    const { activity, user, countDelivered } = await attendeeWithReminder({ daysBefore: 1 });
    await db.update(attendances).set({ userId: null }).where(eq(attendances.email, user.email));
    const [attendance] = await db.select().from(attendances).where(eq(attendances.email, user.email));
    await aReminder(db, { activityId: activity.id, attendanceId: attendance?.id ?? '' });
    await pollAt(before(1));
    expect(await countDelivered()).toEqual([1, 1]);
  });

  it('of an activity that was rejected and is pending again', async () => {
    const { activity, countDelivered } = await attendeeWithReminder();
    await change(activity.id, REJECTED);
    await pollAt(before(1));
    expect(await countDelivered()).toEqual([0, 0]);
    await change(activity.id, { status: 'pending', rejectionReason: null });
    await pollAt(before(1, MINUTE_MS));
    expect(await countDelivered()).toEqual([1, 1]);
  });
});

describe('under prior moderation, of a pending activity', () => {
  it('attendees are reminded only after the approval', async () => {
    const { activity, countDelivered } = await attendeeWithReminder();
    const visitor = await visitorWithReminder();
    const signedOut = await visitorWithReminder();
    const { id } = await aUser(db, { email: signedOut.email });
    const countEach = async () => [
      await countDelivered(),
      (await emailsTo(db, visitor.email)).length,
      await countDeliveredTo({ id, email: signedOut.email }),
    ];
    await withPrior.pollAt(before(1));
    expect(await countEach()).toEqual([[0, 0], 0, [0, 0]]);
    expect(await isAnyDue(prior.platform)).toBe(false);
    for (const activityId of [activity.id, visitor.activityId, signedOut.activityId]) {
      await change(activityId, { status: 'approved' });
    }
    await withPrior.pollAt(before(1, MINUTE_MS));
    expect(await countEach()).toEqual([[1, 1], 1, [1, 1]]);
  });

  it('its owner is reminded, with the calendar file attached', async () => {
    const owner = await aUser(db);
    const activity = await anActivity(db, { ownerId: owner.id });
    await aReminder(db, { activityId: activity.id, userId: owner.id });
    await withPrior.pollAt(before(1));
    expect(await countDeliveredTo(owner)).toEqual([1, 1]);
    const [mail] = await emailsTo(db, owner.email);
    expect(mail?.attachments).toHaveLength(1);
  });

  it('under reactive moderation attendees are reminded', async () => {
    const { countDelivered } = await attendeeWithReminder();
    await pollAt(before(1));
    expect(await countDelivered()).toEqual([1, 1]);
  });
});
