import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';

/** Rows of polling tasks that failed, until they succeed or have not failed for a month (docs/decisions/0055-one-bad-row.md). */
export const postponedWork = pgTable(
  'postponed_work',
  {
    task: text('task').notNull(),
    /** The row's id, or the ids that identify it, separated by spaces. */
    key: text('key').notNull(),
    /** The number of consecutive failures. */
    failures: smallint('failures').notNull(),
    failedAt: timestamptz('failed_at').notNull(),
    /** The time of the next retry, or null if the row is abandoned until a process starts. */
    retryAt: timestamptz('retry_at'),
  },
  table => [
    primaryKey({ columns: [table.task, table.key] }),
    index('postponed_work_failed_at_index').on(table.failedAt),
  ],
);

/** Has one row while the site sends nothing, since it was restored from the backup of a site that may still run. */
export const deliveryHold = pgTable(
  'delivery_hold',
  {
    /** Always true, so that there is at most one row. */
    isHolding: boolean('is_holding').primaryKey().default(true),
    since: timestamptz('since').notNull(),
  },
  table => [check('delivery_hold_one_row', sql`${table.isHolding}`)],
);
