import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../database/columns.ts';

/**
 * The images. A row is inserted before the image's files are written and deleted only if they are deleted, so that every file has
 * a row. The sweep deletes unused rows (interrupted uploads, deleted activities) and their files.
 */
export const images = pgTable(
  'images',
  {
    id: id(),
    /** The width of the largest version in pixels; `height` is in pixels too. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The widths of all versions in pixels, ascending; the last is `width`. */
    widths: integer('widths').array().notNull(),
    /** Whether each version also exists as AVIF. */
    hasAvif: boolean('has_avif').notNull().default(false),
    /** A tiny preview as a data URL, shown while the image loads. */
    placeholder: text('placeholder').notNull(),
    /** Whether another row refers to the image. */
    isUsed: boolean('is_used').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** When the image was discarded or, if it was never used, created. The sweep deletes an unused image an hour later. */
    unusedSince: timestamptz('unused_since').notNull(),
  },
  table => [
    index('images_unused_since_index').on(table.unusedSince).where(sql`not ${table.isUsed}`),
    check('images_size_positive', sql`${table.width} > 0 and ${table.height} > 0`),
  ],
);

const { id: imageId, width, height, widths, hasAvif, placeholder } = images;

/** The columns of an image that `presentPicture` takes. */
export const pictureColumns = { id: imageId, width, height, widths, hasAvif, placeholder };
