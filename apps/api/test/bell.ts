import { and, eq } from 'drizzle-orm';
import { notifications } from '../src/modules/notifications/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';

/** The notifications of an account. */
export const bellOf = (db: Database, userId: string) =>
  db.select().from(notifications).where(eq(notifications.userId, userId));

/** The number of notifications of an account about an activity. */
export const bellsAbout = (db: Database, userId: string, taskId: string) =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.taskId, taskId)));
