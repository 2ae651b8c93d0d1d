import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import { storedStatuses } from './policy.ts';
import { activities } from './schema.ts';

/** The words of activities by status, in lower case without accents, to correct misspelt searches. Triggers write them. */
export const searchVocabulary = pgTable(
  'search_vocabulary',
  {
    word: text('word').notNull(),
    status: text('status', { enum: storedStatuses }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.word, table.status] }),
    index('search_vocabulary_similar_index').using('gin', table.word.op('gin_trgm_ops')),
  ],
);

/** The progress of rewriting the words after a change of the rule that splits them; empty when all are rewritten. */
export const searchRebuilds = pgTable('search_rebuilds', {
  /** The id of the last rewritten activity. */
  after: uuid('after').primaryKey(),
});

/** The tags of activities in the order of dates, so that a search by a tag reads a page and not all its activities. Triggers write them. */
export const activityTags = pgTable(
  'activity_tags',
  {
    activityId: uuid('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    tag: text('tag').notNull(),
    date: timestamptz('date').notNull(),
  },
  table => [
    primaryKey({ columns: [table.activityId, table.tag] }),
    index('activity_tags_tag_date_index').on(table.tag, table.date, table.activityId),
  ],
);
