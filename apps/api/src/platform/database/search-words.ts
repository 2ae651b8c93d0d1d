import { sql } from 'drizzle-orm';
import type { Executor } from './connection.ts';

/**
 * The distinct words of a typed search, in lower case without accents, marks and signs: letters and digits only, by the rule that splits
 * stored texts too (`public.searchable`, docs/decisions/0061-words-of-searches.md).
 */
export async function searchedWords(db: Executor, typed: string): Promise<string[]> {
  if (typed === '') return [];
  const { rows } = await db.execute<{ words: string }>(sql`select public.query_words(${typed}) as words`);
  return [...new Set(rows[0]?.words.split(' '))].filter(word => word !== '');
}
