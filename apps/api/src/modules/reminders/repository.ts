import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import { reminders } from './schema.ts';

/** What an account wants to be reminded of, the next activity first. */
export const listByUser = (db: Executor, userId: string) =>
  db
    .select({ reminder: reminders, title: activities.title })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .where(eq(reminders.userId, userId))
    .orderBy(asc(activities.date), asc(reminders.id));
