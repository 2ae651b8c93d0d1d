import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import type { StoredStatus } from './policy.ts';
import { activities } from './schema.ts';
import { searchRebuilds, searchVocabulary } from './search-schema.ts';

/** Alternatives, of which one must occur as a word prefix; several if the word was misspelt. */
export type Term = readonly string[];

export interface SearchText {
  readonly typed: string;
  /** Null: the typed text has no words, only symbols. Stop words such as 'de' are left out. */
  readonly terms: readonly Term[] | null;
}

const SIMILAR_MAX = 6;
// With two errors a short word matches almost any other; a word of three letters does with one, except a swap.
const ERRORS_MAX = 2;
const SHORT = 5;
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * The words of a search. A word that is not a prefix of any known word is extended by similar known words; known are those of the
 * activities with these `statuses`, so that a correction reveals no word of a hidden or deleted activity.
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

/**
 * Known words similar to `typed.word`, with their number of errors. Two swapped neighbours count as one error (Levenshtein
 * counts two), so each possible swap is searched as an exact word.
 */
const isOfStatus = sql`${searchVocabulary.status} = any(${sql.placeholder('statuses')}::text[])`;
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

// A prepared query, since planning takes longer than executing it.
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

/** All terms, each by its stem or as it is, in the fields of these weights (all of them by default). */
export const tsquery = (terms: readonly Term[], weights = ''): SQL =>
  tsqueryOf(terms.map(term => textOf(term, weights)));

/** A term in the syntax of `to_tsquery`. */
export const textOf = (term: Term, weights = ''): string =>
  term.map(word => `${word}:*${weights}`).join(' | ');

/** The same of terms that are texts already, or come when the statement is executed. */
export function tsqueryOf(texts: readonly (string | Placeholder)[]): SQL {
  const perTerm = texts.map(text => {
    const stem = sql`to_tsquery('public.minga_spanish', ${text})`;
    const asIs = sql`to_tsquery('public.minga_simple', ${text})`;
    // Of two equal alternatives the index would search both.
    return sql`coalesce(${stem} || nullif(${asIs}, ${stem}), ${stem})`;
  });
  return sql`(${sql.join(perTerm, sql` && `)})`;
}

/** Writes the words of the next `limit` activities of a rebuild anew; false: there is none. */
export async function rewriteWords(tx: Transaction, limit: number): Promise<boolean> {
  const [rebuild] = await tx.select().from(searchRebuilds).for('update');
  if (rebuild === undefined) return false;
  // A trigger writes the words, and those of the vocabulary.
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
