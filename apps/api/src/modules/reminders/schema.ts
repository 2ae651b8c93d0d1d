import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';

/** Who wants to be reminded of what, and how many days before. */
export const reminders = pgTable(
  'reminders',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    daysBefore: integer('days_before').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  table => [
    uniqueIndex('reminders_user_id_activity_id_key').on(table.userId, table.activityId),
    index('reminders_activity_id_index').on(table.activityId),
    check('reminders_days_before_range', sql`${table.daysBefore} between 1 and 30`),
  ],
);
