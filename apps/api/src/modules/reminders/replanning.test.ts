import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, aReminder, aUser, aVisit, deactivate, signedIn } from '../../../test/factories.ts';
import { before, createReminderFixture, DATE } from '../../../test/reminder-fixture.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { reminders, sentReminders } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const { change, attendeeWithReminder, pollAt } = createReminderFixture(app);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const at = (days: number, minutes = 0) => before(-days, minutes * MINUTE_MS);

/** An owner with a reminder of the own activity. */
async function remindedOwner() {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const { id } = await aReminder(db, { activityId: activity.id, userId: user.id });
  const move = (date: Date) => change(activity.id, { date });
  const choose = (daysBefore: number) =>
    app.inject({ method: 'PUT', url: `/api/notifications/${id}`, headers, payload: { daysBefore } });
  const emailCount = async () => (await emailsTo(db, user.email)).length;
  return { move, choose, emailCount };
}

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

it('a new date sends again only if its due time is in the future', async () => {
  const { move, emailCount } = await remindedOwner();
  await pollAt(at(-1));
  for (const minutes of [15, 30, -45]) {
    await move(at(0, minutes));
    await pollAt(at(-1, 60));
  }
  expect(await emailCount()).toBe(1);
  await move(at(7));
  await pollAt(at(6, -1));
  expect(await emailCount()).toBe(1);
  await pollAt(at(6));
  expect(await emailCount()).toBe(2);
});

it('other days send again only if their due time is in the future', async () => {
  const { move, choose, emailCount } = await remindedOwner();
  await move(at(-9));
  await choose(3);
  await pollAt(at(-12));
  for (const daysBefore of [4, 5, 6]) {
    expect((await choose(daysBefore)).statusCode).toBe(200);
    await pollAt(at(-12, 1));
  }
  expect(await emailCount()).toBe(1);
  expect((await choose(1)).statusCode).toBe(200);
  await pollAt(at(-10, -1));
  expect(await emailCount()).toBe(1);
  await pollAt(at(-10));
  expect(await emailCount()).toBe(2);
});

it('an overdue reminder that was never sent is sent at once, after an edit too', async () => {
  const { move, emailCount } = await remindedOwner();
  await move(at(0, 15));
  await pollAt(at(0, -60));
  expect(await emailCount()).toBe(1);
});

it('a visitor whose address has a deactivated account gets nothing', async () => {
  const [silent, other] = [await aVisit(db), await aVisit(db)];
  for (const { activityId, attendance } of [silent, other]) {
    await aReminder(db, { activityId, attendanceId: attendance.id });
  }
  const { id } = await aUser(db, { email: silent.email });
  await aUser(db, { email: other.email });
  await deactivate(db, id);
  await pollAt(at(-1));
  expect(await emailsTo(db, silent.email)).toEqual([]);
  expect(await emailsTo(db, other.email)).toHaveLength(1);
});

describe('when the date moves', () => {
  it('a reminder is rescheduled, whether or not it was sent', async () => {
    const { activity, countDelivered } = await attendeeWithReminder({ daysBefore: 2 });
    await pollAt(NOON);
    await change(activity.id, { date: new Date(DATE.getTime() + 3 * DAY_MS) });
    await pollAt(before(2));
    expect(await countDelivered()).toEqual([0, 0]);
    await pollAt(before(-1));
    expect(await countDelivered()).toEqual([1, 1]);
    await change(activity.id, { date: new Date(DATE.getTime() + 8 * DAY_MS) });
    await pollAt(before(-5));
    expect(await countDelivered()).toEqual([1, 1]);
    await pollAt(before(-6));
    expect(await countDelivered()).toEqual([2, 2]);
  });

  it('back to the earlier one, the reminder is not sent again', async () => {
    const { activity, countDelivered } = await attendeeWithReminder();
    await pollAt(before(1));
    await change(activity.id, { date: new Date(DATE.getTime() + 9 * DAY_MS) });
    await pollAt(before(1, MINUTE_MS));
    await change(activity.id, { date: DATE });
    await pollAt(before(1, 2 * MINUTE_MS));
    expect(await countDelivered()).toEqual([1, 1]);
  });

  it('setting the same days again, or others and back, sends nothing twice', async () => {
    const { reminder, countDelivered } = await attendeeWithReminder();
    await pollAt(before(1));
    for (const daysBefore of [5, 1]) {
      await db
        .update(reminders)
        .set({ daysBefore, dueAt: null, isPending: true })
        .where(eq(reminders.id, reminder.id));
    }
    await pollAt(before(1, MINUTE_MS));
    expect(await countDelivered()).toEqual([1, 1]);
    expect(await db.$count(sentReminders, eq(sentReminders.reminderId, reminder.id))).toBe(1);
  });
});
