import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';

/**
 * The newest complete backups of this site, which `npm run backup` records. The migration inserts a row without a size, which marks the
 * start of recording. Backups omit this table, so that the age of a restored site's backup is counted from the restore.
 */
export const backups = pgTable(
  'backups',
  {
    recordedAt: timestamptz('recorded_at').primaryKey(),
    /** The duration of the backup in milliseconds. */
    milliseconds: integer('milliseconds'),
    /** The size of the backup file in bytes. */
    bytes: bigint('bytes', { mode: 'number' }),
  },
  table => [
    check('backups_complete', sql`(${table.milliseconds} is null) = (${table.bytes} is null)`),
    check('backups_not_negative', sql`${table.milliseconds} >= 0 and ${table.bytes} >= 0`),
  ],
);
