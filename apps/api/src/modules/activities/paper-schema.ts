import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { activities } from './schema.ts';

/**
 * The short addresses of activities, `/a/{shortId}` (docs/rules.md R20.1). A trigger adds one for each new activity. A row remains when its
 * activity is deleted, so that no identifier is used again: posters keep it for years.
 */
export const activityShortIds = pgTable(
  'activity_short_ids',
  {
    /** Seven characters of Crockford's base 32. */
    shortId: text('short_id').primaryKey(),
    activityId: uuid('activity_id').notNull(),
  },
  table => [
    uniqueIndex('activity_short_ids_activity_id_key').on(table.activityId),
    check('activity_short_ids_short_id', sql`${table.shortId} ~ '^[0-9A-HJKMNP-TV-Z]{7}$'`),
  ],
);

/** The last poster of an activity that an organiser took, with what it printed (docs/rules.md R20.4). */
export const activityPosters = pgTable('activity_posters', {
  activityId: uuid('activity_id')
    .primaryKey()
    .references(() => activities.id, { onDelete: 'cascade' }),
  takenAt: timestamptz('taken_at').notNull(),
  title: text('title').notNull(),
  date: timestamptz('date').notNull(),
  endDate: timestamptz('end_date'),
  place: text('place').notNull(),
});
