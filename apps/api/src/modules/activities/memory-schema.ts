import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { images } from '../../platform/images/schema.ts';
import { activities } from './schema.ts';

/** Memories: the organisers' report of an activity (COMMUNITY.md section 18). */
export const activityMemories = pgTable(
  'activity_memories',
  {
    activityId: uuid('activity_id')
      .primaryKey()
      .references(() => activities.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** After reports: only those who may edit it see it, until a moderator shows it again. */
    isHidden: boolean('is_hidden').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  table => [check('activity_memories_text', sql`char_length(${table.text}) <= 2000`)],
);

/** Its pictures, in the order of the organisers. */
export const activityMemoryImages = pgTable(
  'activity_memory_images',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activityMemories.activityId, { onDelete: 'cascade' }),
    /** From 0 to 11: at most twelve pictures. */
    position: smallint('position').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
  },
  table => [
    primaryKey({ columns: [table.activityId, table.position] }),
    index('activity_memory_images_image_id_index').on(table.imageId),
    check('activity_memory_images_position', sql`${table.position} between 0 and 11`),
  ],
);
