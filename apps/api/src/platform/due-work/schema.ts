import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Work that is due at a time. The transaction that does the work deletes its row (docs/decisions/0078-due-work.md). */
export const dueWork = pgTable(
  'due_work',
  {
    kind: text('kind').notNull(),
    /** The id of what the work is about. A row outlives its object; its handler then has nothing to do. */
    key: text('key').notNull(),
    at: timestamptz('at').notNull(),
    /** Values that the handler needs and no other table stores. It never contains personal data. */
    data: jsonb('data').notNull().default({}),
    /** The number of consecutive failures. */
    failures: smallint('failures').notNull().default(0),
    /** The time of the next attempt after a failure. Null without a failure, or if the row is given up until a process starts. */
    retryAt: timestamptz('retry_at'),
  },
  table => [
    primaryKey({ columns: [table.kind, table.key] }),
    index('due_work_at_index').on(table.kind, table.at),
    check('due_work_retry', sql`${table.failures} > 0 or ${table.retryAt} is null`),
  ],
);
