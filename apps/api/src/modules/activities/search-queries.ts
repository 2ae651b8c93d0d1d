import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/queries.ts';
import type { StoredStatus } from './policy.ts';
import { activities } from './schema.ts';
import { searchRebuilds, searchVocabulary } from './search-schema.ts';

/** Alternative words, of which one must occur as a word prefix. There are several if the word was misspelt. */
export type Term = readonly string[];

export interface SearchText {
  readonly typed: string;
  /** The terms without stop words such as 'de', or null if the typed text contains only symbols. */
  readonly terms: readonly Term[] | null;
}

const SIMILAR_MAX = 6;
// With two errors a short word would match almost any other, so it may have one. A word of three letters would match too many words
// even with one error, so it may only have swapped letters.
const ERRORS_MAX = 2;
const SHORT = 5;
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Splits a search into terms. A word that is not a prefix of any known word is extended by similar known words. Only words of
 * activities with these `statuses` are known, so that a correction reveals no word of a hidden or deleted activity.
 */
export async function findTerms(
  db: Executor,
  typed: string,
  statuses: readonly StoredStatus[],
): Promise<SearchText> {
  const found = await termsOf(db).execute({ typed, statuses });
  if (found.length === 0) return { typed, terms: null };
  const terms = found.filter(({ isStop }) => !isStop).map(({ word, similar }) => [word, ...(similar ?? [])]);
  return { typed, terms };
}

/** Condition: the word belongs to an activity with one of the statuses. */
const isOfStatus = sql`${searchVocabulary.status} = any(${sql.placeholder('statuses')}::text[])`;
/**
 * Known words similar to `typed.word`, with their number of errors. Two swapped neighbours count as one error
 * (Levenshtein counts two), so each possible swap is searched as an exact word.
 */
const candidates = sql`
  select ${searchVocabulary.word} as word, 1 as errors from ${searchVocabulary}
  where ${isOfStatus} and ${searchVocabulary.word} = any(array(
    select overlay(typed.word placing reverse(substr(typed.word, i, 2)) from i for 2)
    from generate_series(1, length(typed.word) - 1) i))
  union
  select word, errors from (
    select ${searchVocabulary.word} as word,
      levenshtein_less_equal(${searchVocabulary.word}, typed.word, ${ERRORS_MAX}) as errors
    from ${searchVocabulary}
    where ${isOfStatus} and length(typed.word) > 3 and ${searchVocabulary.word} % typed.word
  ) alike
  where errors <= case when length(typed.word) <= ${SHORT} then 1 else ${ERRORS_MAX} end`;

// The query is prepared, since planning takes longer than executing it.
const termsOf = preparedQuery(db => {
  const word = sql<string>`typed.word`;
  const known = searchVocabulary.word;
  const isStop = sql<boolean>`numnode(to_tsquery('public.minga_spanish', typed.word)) = 0`;
  const similar = sql<string[] | null>`
    case when length(typed.word) between 3 and 40
        and not exists (
          select from ${searchVocabulary} where ${isOfStatus} and ${known} >= typed.word and ${known} < typed.word || ${LAST_CHARACTER}::text)
      then array(
        select word from (
          select word, rank() over (order by errors) as place from (${candidates}) candidates
        ) ranked
        where place = 1
        order by similarity(word, typed.word) desc, word limit ${SIMILAR_MAX})
    end`;
  // The offset prevents the planner from inlining the subquery, which would compute a word at each reference.
  const typed = sql`(
    select given.word, min(given.place) as place
    from string_to_table(public.query_words(${sql.placeholder('typed')}), ' ') with ordinality as given (word, place)
    where given.word <> '' group by given.word offset 0) typed`;
  return db.select({ word, isStop, similar }).from(typed).orderBy(sql`typed.place`).prepare('search_terms');
});

/** A `tsquery` that matches all terms, each by its stem or as written, in the fields of these weights (all by default). */
export const tsquery = (terms: readonly Term[], weights = ''): SQL =>
  tsqueryOf(terms.map(term => textOf(term, weights)));

/** A term in the syntax of `to_tsquery`. */
export const textOf = (term: Term, weights = ''): string =>
  term.map(word => `${word}:*${weights}`).join(' | ');

/** A `tsquery` of terms in that syntax, or of placeholders for them. */
export function tsqueryOf(texts: readonly (string | Placeholder)[]): SQL {
  const perTerm = texts.map(text => {
    const stem = sql`to_tsquery('public.minga_spanish', ${text})`;
    const asIs = sql`to_tsquery('public.minga_simple', ${text})`;
    // Two equal alternatives would make the index search both.
    return sql`coalesce(${stem} || nullif(${asIs}, ${stem}), ${stem})`;
  });
  return sql`(${sql.join(perTerm, sql` && `)})`;
}

/** Rewrites the words of the next `limit` activities of a rebuild. Returns false if there is no rebuild. */
export async function rewriteWords(tx: Transaction, limit: number): Promise<boolean> {
  const [rebuild] = await tx.select().from(searchRebuilds).for('update');
  if (rebuild === undefined) return false;
  // The update fires a trigger, which writes the words of the activity and of the vocabulary.
  const { rows } = await tx.execute<{ id: string }>(
    sql`update ${activities} set title = title where id in (
      select id from ${activities} where id > ${rebuild.after} order by id limit ${limit}) returning id`,
  );
  const last = rows
    .map(({ id }) => id)
    .sort()
    .at(-1);
  if (last === undefined) await tx.delete(searchRebuilds);
  else await tx.update(searchRebuilds).set({ after: last });
  return true;
}

/**
 * The words of a search as one `tsquery` for `search_words`: those of `q` in any field, those of `place` in the place. Each word is
 * a prefix, as in the search, but none is corrected. `query` is null if there are no words, or only stop words.
 */
export async function wordsQuery(
  db: Executor,
  { q, place }: { readonly q: string; readonly place: string },
): Promise<{ query: SQL | null; isOnlySymbols: boolean }> {
  const parts: SQL[] = [];
  let isOnlySymbols = false;
  for (const [typed, weights] of [
    [q, ''],
    [place, 'B'],
  ] as const) {
    // Without statuses no word is known, so that none is corrected.
    const terms = typed === '' ? [] : (await findTerms(db, typed, [])).terms;
    if (terms === null) isOnlySymbols = true;
    else if (terms.length > 0) parts.push(tsquery(terms, weights));
  }
  return { query: parts.length === 0 ? null : sql.join(parts, sql` && `), isOnlySymbols };
}
