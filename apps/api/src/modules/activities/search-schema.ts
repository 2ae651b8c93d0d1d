import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { storedStatuses } from './policy.ts';

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
