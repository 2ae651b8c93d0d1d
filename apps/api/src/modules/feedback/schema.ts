import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';

/** Feedback of attendees, which organisers see without names (COMMUNITY.md section 18). */
export const feedback = pgTable(
  'feedback',
  {
    attendanceId: uuid('attendance_id')
      .primaryKey()
      .references(() => attendances.id, { onDelete: 'cascade' }),
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('feedback_activity_id_index').on(table.activityId),
    check('feedback_rating', sql`${table.rating} between 1 and 5`),
    check('feedback_text', sql`char_length(${table.text}) <= 500`),
  ],
);
