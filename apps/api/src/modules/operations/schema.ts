import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/**
 * The newest complete backups of this site, as `npm run backup` records them. The row without a size marks when recording started: the
 * migration inserts it. Backups leave this table out, so that a restored site starts to count at the restore.
 */
export const backups = pgTable(
  'backups',
  {
    recordedAt: timestamptz('recorded_at').primaryKey(),
    /** Duration. */
    milliseconds: integer('milliseconds'),
    /** Size of the file. */
    bytes: bigint('bytes', { mode: 'number' }),
  },
  table => [
    check('backups_complete', sql`(${table.milliseconds} is null) = (${table.bytes} is null)`),
    check('backups_not_negative', sql`${table.milliseconds} >= 0 and ${table.bytes} >= 0`),
  ],
);
