import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';

/**
 * Feedback of attendees, which organisers see without names (docs/rules.md R18.8). A row outlives its attendance, so that removals by
 * organisers do not change the result (docs/decisions/0041-feedback.md).
 */
export const feedback = pgTable(
  'feedback',
  {
    /** Random instead of time-ordered, so that the order of ids reveals nothing. */
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** Links to the attendee for changes, data download and erasure. Queries of organisers do not read it. Null if detached. */
    attendanceId: uuid('attendance_id').references(() => attendances.id, { onDelete: 'set null' }),
    /** The account that gave the feedback; it remains after the attendance is deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Whether organisers do not see the text because another text was erased. */
    isTextWithheld: boolean('is_text_withheld').notNull().default(false),
  },
  table => [
    uniqueIndex('feedback_attendance_id_key').on(table.attendanceId),
    index('feedback_user_id_index').on(table.userId),
    // Finds texts that are no longer linked to a person.
    index('feedback_forgotten_index')
      .on(table.activityId)
      .where(sql`${table.attendanceId} is null and ${table.userId} is null and ${table.text} <> ''`),
    index('feedback_activity_id_index').on(table.activityId),
    check('feedback_rating', sql`${table.rating} between 1 and 5`),
    check('feedback_text', sql`char_length(${table.text}) <= 500`),
  ],
);
