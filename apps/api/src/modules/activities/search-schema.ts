import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { storedStatuses } from './policy.ts';

/** The words of activities by status, in lower case without accents, to correct misspelt searches. Triggers keep them. */
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

/** How far words are written anew after a change of the rule that splits them; no row: all are. */
export const searchRebuilds = pgTable('search_rebuilds', {
  /** The last activity that was written. */
  after: uuid('after').primaryKey(),
});
