import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { images } from '../../platform/images/schema.ts';

/** The site's own identity, in one row, or none before the first change. Null columns have the default. */
export const sites = pgTable(
  'site',
  {
    id: integer('id').primaryKey().default(1),
    /** Changes with each change of the identity; the audit log names it. */
    version: uuid('version').notNull(),
    name: text('name'),
    place: text('place'),
    /** Empty if the site shows no tagline. */
    tagline: text('tagline'),
    colour: text('colour'),
    logoId: uuid('logo_id').references(() => images.id),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [
    uniqueIndex('site_logo_id_key').on(table.logoId),
    check('site_one', sql`${table.id} = 1`),
    check('site_name', sql`char_length(${table.name}) between 2 and 30`),
    check('site_place', sql`char_length(${table.place}) between 1 and 40`),
    check('site_tagline', sql`char_length(${table.tagline}) <= 120`),
    check('site_colour', sql`${table.colour} ~ '^#[0-9a-f]{6}$'`),
  ],
);
