import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { anActivity, aReminder, aUser, deactivate } from '../../../test/factories.ts';
import { before, remindedBy } from '../../../test/reminded.ts';
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
const { change, reminded, remindedVisitor, roundAt, told: toldTo } = remindedBy(app);
const withPrior = remindedBy(prior);
const MINUTE_MS = 60_000;
const REJECTED = { status: 'rejected', rejectionReason: 'r' } as const;

beforeEach(async () => {
  for (const each of [app, prior]) each.setNow(NOON);
  await db.delete(reminders);
});

describe('nobody is reminded', () => {
  type Reminded = Awaited<ReturnType<typeof reminded>>;
  it.each<[string, (person: Reminded) => Promise<unknown>]>([
    ['of a rejected activity', ({ activity }) => change(activity.id, REJECTED)],
    ['of a deleted one', ({ activity }) => db.delete(activities).where(eq(activities.id, activity.id))],
    ['of a past one', ({ activity }) => change(activity.id, { date: new Date(NOON.getTime() - 1) })],
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
    expect(await isAnyDue(app.platform)).toBe(false);
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
    expect(await emailsTo(db, cancelled.email)).toEqual([]);
    expect(await emailsTo(db, nameless.email)).toEqual([]);
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
    await change(activity.id, REJECTED);
    await roundAt(before(1));
    expect(await told()).toEqual([0, 0]);
    await change(activity.id, { status: 'pending', rejectionReason: null });
    await roundAt(before(1, MINUTE_MS));
    expect(await told()).toEqual([1, 1]);
  });
});

describe('where nothing is public unseen, of what waits for its approval', () => {
  it('nobody who attends is reminded, before it is approved', async () => {
    const { activity, told } = await reminded();
    const visitor = await remindedVisitor();
    const signedOut = await remindedVisitor();
    const { id } = await aUser(db, { email: signedOut.email });
    const toldEach = async () => [
      await told(),
      (await emailsTo(db, visitor.email)).length,
      await toldTo({ id, email: signedOut.email }),
    ];
    await withPrior.roundAt(before(1));
    expect(await toldEach()).toEqual([[0, 0], 0, [0, 0]]);
    expect(await isAnyDue(prior.platform)).toBe(false);
    for (const activityId of [activity.id, visitor.activityId, signedOut.activityId]) {
      await change(activityId, { status: 'approved' });
    }
    await withPrior.roundAt(before(1, MINUTE_MS));
    expect(await toldEach()).toEqual([[1, 1], 1, [1, 1]]);
  });

  it('its owner is, and the calendar file comes with the letter', async () => {
    const owner = await aUser(db);
    const activity = await anActivity(db, { ownerId: owner.id });
    await aReminder(db, { activityId: activity.id, userId: owner.id });
    await withPrior.roundAt(before(1));
    expect(await toldTo(owner)).toEqual([1, 1]);
    const [letter] = await emailsTo(db, owner.email);
    expect(letter?.attachments).toHaveLength(1);
  });

  it('elsewhere it is public', async () => {
    const { told } = await reminded();
    await roundAt(before(1));
    expect(await told()).toEqual([1, 1]);
  });
});
