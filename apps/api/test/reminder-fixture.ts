import { eq } from 'drizzle-orm';
import { activities } from '../src/modules/activities/schema.ts';
import { notifications } from '../src/modules/notifications/schema.ts';
import { pollReminders } from '../src/modules/reminders/jobs.ts';
import type { TestApp } from './app.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit } from './factories.ts';
import { emailsTo } from './sent-emails.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Where the factories' activities are: 9 in the morning of 5 December in Popayán. */
export const DATE = new Date('2026-12-05T14:00:00.000Z');

/** So many days before that, and so many milliseconds after. */
export const before = (days: number, ms = 0) => new Date(DATE.getTime() - days * DAY_MS + ms);

/** People who are reminded by `app`, and what they were told. */
export function createReminderFixture(app: TestApp) {
  const { db } = app.platform;
  const notificationsOf = (userId: string) =>
    db.select().from(notifications).where(eq(notifications.userId, userId));
  /** How many letters and notifications. */
  const countDelivered = async ({ id, email }: { id: string; email: string }) => [
    (await emailsTo(db, email)).length,
    (await notificationsOf(id)).length,
  ];
  return {
    notificationsOf,
    countDelivered,
    pollAt(now: Date) {
      app.setNow(now);
      return pollReminders(app.platform);
    },
    change: (id: string, values: Partial<typeof activities.$inferInsert>) =>
      db.update(activities).set(values).where(eq(activities.id, id)),
    /** Somebody with an account who is reminded of somebody else's activity. */
    async attendeeWithReminder(values: { daysBefore?: number } = {}) {
      const activity = await anActivity(db);
      const user = await aUser(db);
      const whose = { activityId: activity.id, userId: user.id };
      const attendance = await anAttendance(db, { ...whose, email: user.email });
      const reminder = await aReminder(db, { ...whose, ...values });
      return { activity, user, attendance, reminder, countDelivered: () => countDelivered(user) };
    },
    /** A visitor who asked for a reminder. */
    async visitorWithReminder() {
      const visit = await aVisit(db);
      await aReminder(db, { activityId: visit.activityId, attendanceId: visit.attendance.id });
      return visit;
    },
  };
}
