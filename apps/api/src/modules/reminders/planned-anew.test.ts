import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, aReminder, aUser, aVisit, deactivate, signedIn } from '../../../test/factories.ts';
import { lettersTo } from '../../../test/letters.ts';
import { activities } from '../activities/schema.ts';
import { reminderRound } from './jobs.ts';
import { reminders } from './schema.ts';

const app = await testApp();
const { platform } = app;
const { db } = platform;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DATE = new Date('2026-12-05T14:00:00.000Z');

const at = (days: number, minutes = 0) => new Date(DATE.getTime() + days * DAY_MS + minutes * MINUTE_MS);
const roundAt = (now: Date) => {
  app.setNow(now);
  return reminderRound(platform);
};

/** An owner with a reminder of the own activity. */
async function reminded() {
  const { user, headers } = await signedIn(db);
  const activity = await anActivity(db, { ownerId: user.id });
  const { id } = await aReminder(db, { activityId: activity.id, userId: user.id });
  const move = (date: Date) => db.update(activities).set({ date }).where(eq(activities.id, activity.id));
  const choose = (daysBefore: number) =>
    app.inject({ method: 'PUT', url: `/api/notifications/${id}`, headers, payload: { daysBefore } });
  const letters = async () => (await lettersTo(db, user.email)).length;
  return { move, choose, letters };
}

beforeEach(async () => {
  app.setNow(NOON);
  await db.delete(reminders);
});

it('edits within the days before send nothing again, a date whose moment is ahead does', async () => {
  const { move, letters } = await reminded();
  await roundAt(at(-1));
  for (const minutes of [15, 30, -45]) {
    await move(at(0, minutes));
    await roundAt(at(-1, 60));
  }
  expect(await letters()).toBe(1);
  await move(at(7));
  await roundAt(at(6, -1));
  expect(await letters()).toBe(1);
  await roundAt(at(6));
  expect(await letters()).toBe(2);
});

it('other days whose moment is past send nothing again, those whose moment is ahead do', async () => {
  const { move, choose, letters } = await reminded();
  await move(at(-9));
  await choose(3);
  await roundAt(at(-12));
  for (const daysBefore of [4, 5, 6]) {
    expect((await choose(daysBefore)).statusCode).toBe(200);
    await roundAt(at(-12, 1));
  }
  expect(await letters()).toBe(1);
  expect((await choose(1)).statusCode).toBe(200);
  await roundAt(at(-10, -1));
  expect(await letters()).toBe(1);
  await roundAt(at(-10));
  expect(await letters()).toBe(2);
});

it('what was never sent and is past comes at once, after an edit too', async () => {
  const { move, letters } = await reminded();
  await move(at(0, 15));
  await roundAt(at(0, -60));
  expect(await letters()).toBe(1);
});

it('a visitor whose address has a deactivated account is sent nothing', async () => {
  const [silent, other] = [await aVisit(db), await aVisit(db)];
  for (const { activityId, attendance } of [silent, other]) {
    await aReminder(db, { activityId, attendanceId: attendance.id });
  }
  const { id } = await aUser(db, { email: silent.email });
  await aUser(db, { email: other.email });
  await deactivate(db, id);
  await roundAt(at(-1));
  expect(await lettersTo(db, silent.email)).toEqual([]);
  expect(await lettersTo(db, other.email)).toHaveLength(1);
});
