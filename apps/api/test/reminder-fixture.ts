import { eq } from 'drizzle-orm';
import { activities } from '../src/modules/activities/schema.ts';
import { notifications } from '../src/modules/notifications/schema.ts';
import { reminders } from '../src/modules/reminders/sending-service.ts';
import { processDue } from '../src/platform/due-work/due-work.ts';
import type { Platform } from '../src/platform/platform.ts';
import type { TestApp } from './app.ts';
import { anActivity, anAttendance, aReminder, aUser, aVisit } from './factories.ts';
import { emailsTo } from './sent-emails.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The date of the factories' activities: 5 December, 9:00 in Popayán. */
export const DATE = new Date('2026-12-05T14:00:00.000Z');

/** `days` days before DATE plus `ms` milliseconds. */
export const before = (days: number, ms = 0) => new Date(DATE.getTime() - days * DAY_MS + ms);

export const pollReminders = (platform: Platform): Promise<void> => processDue(platform, [reminders]);

/** Creates reminders in `app` and counts what its poller delivers. */
export function createReminderFixture(app: TestApp) {
  const { db } = app.platform;
  const notificationsOf = (userId: string) =>
    db.select().from(notifications).where(eq(notifications.userId, userId));
  /** Numbers of e-mails and notifications. */
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
    /** An attendee with an account and a reminder of another user's activity. */
    async attendeeWithReminder(values: { daysBefore?: number } = {}) {
      const activity = await anActivity(db);
      const user = await aUser(db);
      const ids = { activityId: activity.id, userId: user.id };
      const attendance = await anAttendance(db, { ...ids, email: user.email });
      const reminder = await aReminder(db, { ...ids, ...values });
      return { activity, user, attendance, reminder, countDelivered: () => countDelivered(user) };
    },
    /** A visitor with a reminder. */
    async visitorWithReminder() {
      const visit = await aVisit(db);
      await aReminder(db, { activityId: visit.activityId, attendanceId: visit.attendance.id });
      return visit;
    },
  };
}
