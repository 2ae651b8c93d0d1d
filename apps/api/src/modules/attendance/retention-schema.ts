import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable } from 'drizzle-orm/pg-core';

/** How many visitors' data was erased each day, as numbers only (COMMUNITY.md section 19). */
export const erasedVisitors = pgTable(
  'erased_visitors',
  {
    /** On the site's calendar. */
    day: date('day', { mode: 'string' }).primaryKey(),
    /** Attendances that the retention job erased. */
    people: integer('people').notNull(),
    /** E-mail addresses without any attendance left, also after an erasure at the person's request: they still count as people. */
    addresses: integer('addresses').notNull(),
  },
  table => [check('erased_visitors_counts', sql`${table.people} >= 0 and ${table.addresses} >= 0`)],
);
