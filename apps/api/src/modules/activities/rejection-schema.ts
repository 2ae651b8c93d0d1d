import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { activities } from './schema.ts';

/**
 * Rejections that are not announced yet. They can be undone until `dueAt`; whichever transaction deletes the row, the undo's or the
 * announcement's, decides.
 */
export const rejectionNotices = pgTable(
  'rejection_notices',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    /** Before the rejection, which an undo restores. */
    status: text('status', { enum: ['pending', 'approved', 'held'] }).notNull(),
    dueAt: timestamptz('due_at').notNull(),
  },
  table => [
    index('rejection_notices_due_at_index').on(table.dueAt),
    check('rejection_notices_status', sql`${table.status} in ('pending', 'approved', 'held')`),
  ],
);
