import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { searchWords } from './rules.ts';
import { searchVocabulary } from './schema.ts';

/** A word that must occur as the beginning of a word: one of these, several where it was misspelt. */
type Term = readonly string[];

export interface SearchText {
  readonly typed: string;
  /** Null: what was typed holds no word, only signs. Words such as 'de' are left out. */
  readonly terms: readonly Term[] | null;
}

const SIMILAR_MAX = 6;
// Two letters swapped are two errors to Levenshtein; in a short word two would make it any other.
const ERRORS_MAX = 2;
const SHORT = 5;
const LAST_CHARACTER = '\u{10FFFF}';

/** The words of a search, each with what it was perhaps meant to be where nothing begins with it. */
export async function findTerms(db: Executor, typed: string): Promise<SearchText> {
  const words = searchWords(typed);
  if (words.length === 0) return { typed, terms: null };
  const { word } = searchVocabulary;
  const errors = sql`levenshtein_less_equal(${word}, typed.word, ${ERRORS_MAX})`;
  const { rows } = await db.execute<{ word: string; isStop: boolean; similar: string[] | null }>(sql`
    select typed.word, numnode(to_tsquery('public.minga_spanish', typed.word)) = 0 as "isStop",
      case when length(typed.word) between 4 and 40
          and not exists (
            select from ${searchVocabulary} where ${word} >= typed.word and ${word} < typed.word || ${LAST_CHARACTER}::text)
        then array(
          select ${word} from ${searchVocabulary}
          where ${word} % typed.word
            and ${errors} <= case when length(typed.word) <= ${SHORT} then 1 else ${ERRORS_MAX} end
          order by ${errors}, similarity(${word}, typed.word) desc limit ${SIMILAR_MAX})
      end as similar
    from (
      select regexp_replace(public.plain(given.word), '[^[:alnum:]]', '', 'g') as word, place
      from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
    ) typed
    order by typed.place`);
  const terms = rows
    .filter(({ word, isStop }) => word !== '' && !isStop)
    .map(({ word, similar }) => (similar === null || similar.length === 0 ? [word] : similar));
  return { typed, terms };
}

/** All terms, each by its stem or as it is, in the fields of these weights (all of them by default). */
export function tsquery(terms: readonly Term[], weights = ''): SQL {
  const perTerm = terms.map(term => {
    const text = term.map(word => `${word}:*${weights}`).join(' | ');
    return sql`(to_tsquery('public.minga_spanish', ${text}) || to_tsquery('public.minga_simple', ${text}))`;
  });
  return sql`(${sql.join(perTerm, sql` && `)})`;
}
