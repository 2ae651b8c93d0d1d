import { and, eq } from 'drizzle-orm';
import { notifications } from '../src/modules/notifications/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';
import { fillText } from '../src/platform/site/site-text.ts';
import { defaultSite } from './site.ts';

/** The notifications of an account as it reads them, with the default name of the site. */
export async function bellOf(db: Database, userId: string) {
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId));
  return rows.map(row => ({
    ...row,
    title: fillText(row.title, defaultSite),
    message: fillText(row.message, defaultSite),
  }));
}

/** The number of notifications of an account about an activity. */
export const bellsAbout = (db: Database, userId: string, taskId: string) =>
  db.$count(notifications, and(eq(notifications.userId, userId), eq(notifications.taskId, taskId)));
