import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';

/**
 * A picture's row is written before its files and removed after them, so that no file is ever without a row. A row that
 * nothing refers to is an orphan (an upload that was cut off, a deleted activity) and the sweep removes both.
 */
export const images = pgTable(
  'images',
  {
    id: id(),
    /** Pixels of the largest version. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** Widths of all versions in pixels, ascending; the last is `width`. */
    widths: integer('widths').array().notNull(),
    /** Is each version there as AVIF too? */
    hasAvif: boolean('has_avif').notNull().default(false),
    /** A few blurred pixels as a data URL, shown while the picture loads. */
    placeholder: text('placeholder').notNull(),
    /** True once something refers to it; a discarded or unfinished picture is false. */
    isUsed: boolean('is_used').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was discarded or, before use, made: the sweep waits an hour from here. */
    unusedSince: timestamptz('unused_since').notNull(),
  },
  table => [
    index('images_unused_since_index').on(table.unusedSince).where(sql`not ${table.isUsed}`),
    check('images_size_positive', sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);
