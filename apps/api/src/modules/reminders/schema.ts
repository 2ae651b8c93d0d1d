import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';

/**
 * A requested reminder of an account or of a visitor's attendance. Triggers schedule its due work, to be planned, when it is stored and when
 * its days or the activity's date change.
 */
export const reminders = pgTable(
  'reminders',
  {
    id: id(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    attendanceId: uuid('attendance_id').references(() => attendances.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    daysBefore: integer('days_before').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    uniqueIndex('reminders_user_id_activity_id_key').on(table.userId, table.activityId),
    uniqueIndex('reminders_attendance_id_key').on(table.attendanceId),
    index('reminders_activity_id_index').on(table.activityId),
    check('reminders_days_before_range', sql`${table.daysBefore} between 1 and 30`),
    check('reminders_of_one', sql`num_nonnulls(${table.userId}, ${table.attendanceId}) = 1`),
  ],
);

/** One row for each sent reminder and due time. It prevents a second e-mail, even if a clock jumps. */
export const sentReminders = pgTable(
  'sent_reminders',
  {
    reminderId: uuid('reminder_id')
      .notNull()
      .references(() => reminders.id, { onDelete: 'cascade' }),
    dueAt: timestamptz('due_at').notNull(),
    sentAt: timestamptz('sent_at').notNull(),
  },
  table => [primaryKey({ columns: [table.reminderId, table.dueAt] })],
);
