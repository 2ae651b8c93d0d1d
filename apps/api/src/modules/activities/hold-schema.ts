import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';

/**
 * The publications of an account that were ever approved, also deleted ones: an activity or a series. New accounts need some before
 * their next ones are public at once.
 */
export const approvedPublications = pgTable(
  'approved_publications',
  {
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The id of the activity, or of its series. */
    publicationId: uuid('publication_id').notNull(),
    /** Of the first approval. */
    approvedAt: timestamptz('approved_at').notNull(),
  },
  table => [primaryKey({ columns: [table.ownerId, table.publicationId] })],
);
