import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';

/**
 * Feedback of attendees, which organisers see without names (docs/rules.md R18.8). A row stays when its attendance is removed, so that
 * nothing that organisers do changes what they see (docs/decisions/0041-feedback.md).
 */
export const feedback = pgTable(
  'feedback',
  {
    /** Random, not by time. */
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** For the person's own changes, download and erasure; no query of organisers reads it. Null: the attendance is gone. */
    attendanceId: uuid('attendance_id').references(() => attendances.id, { onDelete: 'set null' }),
    /** The account that said it, also after its attendance is gone. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Left out of what organisers see, since another text was erased. */
    isTextWithheld: boolean('is_text_withheld').notNull().default(false),
  },
  table => [
    uniqueIndex('feedback_attendance_id_key').on(table.attendanceId),
    index('feedback_user_id_index').on(table.userId),
    // Texts that nothing connects with a person any more.
    index('feedback_forgotten_index')
      .on(table.activityId)
      .where(sql`${table.attendanceId} is null and ${table.userId} is null and ${table.text} <> ''`),
    index('feedback_activity_id_index').on(table.activityId),
    check('feedback_rating', sql`${table.rating} between 1 and 5`),
    check('feedback_text', sql`char_length(${table.text}) <= 500`),
  ],
);
