import { sql } from 'drizzle-orm';
import { check, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';

/** The settings that hold publications for a review and refuse mail domains, in one row, or none before the first change. */
export const trustSettings = pgTable(
  'trust_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** Changes with each change of the settings, so that processes compile the lists once per version. */
    version: uuid('version').notNull(),
    heldWords: text('held_words').array().notNull(),
    heldDomains: text('held_domains').array().notNull(),
    refusedMailDomains: text('refused_mail_domains').array().notNull(),
    /** The number of an account's publications that must be approved before its further ones are public immediately. */
    holdFirst: smallint('hold_first').notNull(),
  },
  table => [
    check('trust_settings_one', sql`${table.id} = 1`),
    check('trust_settings_hold_first', sql`${table.holdFirst} between 0 and 5`),
    check(
      'trust_settings_entries',
      sql`cardinality(${table.heldWords}) <= 500 and cardinality(${table.heldDomains}) <= 500 and cardinality(${table.refusedMailDomains}) <= 500`,
    ),
  ],
);
