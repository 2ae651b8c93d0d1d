import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
