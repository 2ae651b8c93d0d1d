import type { ActivityStatus } from '@minga/contract/activities';
import { COUNTED_MAX } from '@minga/contract/search-values';
import { and, asc, count, desc, eq, gt, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { type Paging, preparedQuery } from '../../../platform/database/queries.ts';
import { isManagedBy } from '../queries.ts';
import {
  type ActivityCondition,
  type Found,
  findByIds,
  isAtTime,
  isInList,
  isOwnedBy,
  type ListedRow,
  type ListPage,
  type Now,
  startsAtTime,
  type When,
} from '../repository.ts';
import { activities } from '../schema.ts';
import { findTerms, type SearchText, type Term, textOf, tsquery, tsqueryOf } from '../search-queries.ts';
import { activityTags } from '../search-schema.ts';
import { chordTo, fitsFilters, kilometresOf, type Search } from './filter-queries.ts';

/** Finds the activities of a search with the data of their cards, and around a point with their distance. */
export async function searchActivities(...search: Parameters<typeof searchHits>): Promise<Found> {
  const [db, , , { near }] = search;
  const { hits, total } = await searchHits(...search);
  const rows = await findInOrder(
    db,
    hits.map(({ id }) => id),
  );
  if (near === undefined) return { rows, total };
  const distances = new Map(hits.map(hit => [hit.id, kilometresOf(hit.chord ?? 0)]));
  return { rows: rows.map(row => ({ ...row, distanceKm: distances.get(row.activity.id) })), total };
}

interface Hit {
  readonly id: string;
  /** The chord to the point of the search, or null if the search has none. */
  readonly chord: number | null;
}

interface Hits {
  readonly hits: Hit[];
  readonly total: number;
}

/**
 * Matching activities that `viewerId` may see, unless the search has an order: around a point the nearest first; with words by rank, then
 * by the distance in time; else upcoming before past ones.
 */
export async function searchHits(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  search: Search,
  now: Date,
  paging: ListPage,
): Promise<Hits> {
  // Roles are checked only in one series or collective, where few rows match. Elsewhere only authors find hidden activities.
  const isOfTeam = search.seriesId !== undefined || search.collective !== undefined;
  const isOwn: ActivityCondition = table =>
    viewerId !== null && isOfTeam
      ? or(isOwnedBy(viewerId, table), isManagedBy(viewerId, table))
      : isOwnedBy(viewerId, table);
  const words = await findTerms(db, search.q, statuses);
  const isPlain = signsOf(search.q).length === 0 && isOfWordsAlone(db, search);
  if (viewerId === null && isPlain && words.terms !== null && words.terms.length > 0) {
    const found = await hitsOfWords(db, words.terms, statuses, search.when, now, paging);
    if (found !== null) return found;
  }
  const place = search.place === '' ? null : await findTerms(db, search.place, statuses);
  const isByDate = search.order === 'date';
  const isByRank = search.q !== '' && !isByDate;
  const isInOrderOfDates =
    !isByRank && search.order !== 'published' && (search.near === undefined || isByDate);
  const tag = isInOrderOfDates ? search.tag : undefined;
  const fits: ActivityCondition = table =>
    and(
      or(inArray(table.status, statuses), isOwn(table)),
      search.q === '' ? undefined : containsWords(words, table),
      place === null ? undefined : matches(place, ['B'], sql`public.plain(${table.place})`, table),
      search.promotedOnly ? gt(table.promotionEnd, now) : undefined,
      fitsFilters(
        db,
        table === activities && tag !== undefined ? { ...search, tag: undefined } : search,
        table,
      ),
      isByRank ? isAtTimeOfWords(search.when, now, table) : isAtTime(search.when, now, table),
    );
  const found = isInList(db, fits, now, paging);
  const chord = search.near && chordTo(search.near);
  if (chord !== undefined && !isByDate)
    return pageOf(db, found, [{ by: chord }, timeTo(now)], paging, { chord });
  if (search.order === 'published') return pageOf(db, found, [PUBLICATION, NEWEST], paging);
  if (search.q !== '' && !isByDate)
    return pageOf(db, found, [{ by: rankOf(words), isDescending: true }, timeTo(now)], paging);
  // Upcoming activities come before past ones. An index gives the order of each group, but not of both, hence two queries.
  const hits: Hit[] = [];
  let total = 0;
  for (const when of search.when === undefined ? (['proximas', 'pasadas'] as const) : [search.when]) {
    const page = { limit: paging.limit - hits.length, offset: Math.max(0, paging.offset - total) };
    if (page.limit === 0 && total > COUNTED_MAX) break;
    // The index of a tag does not learn the limit of the date from the other table.
    const fitsTag = tag === undefined ? undefined : startsAtTime(when, now, activityTags.date);
    const isThen = and(found, isAtTime(when, now), fitsTag);
    const ofTime = await pageOf(db, isThen, [dateOf(when)], page, { chord, tag });
    hits.push(...ofTime.hits);
    total += ofTime.total;
  }
  return { hits, total };
}

/**
 * `isAtTime` for a search that ranks words, without an index. PostgreSQL would read the whole index of the dates, half of all activities, to
 * spare itself some of the few hundred rows that the words find.
 */
function isAtTimeOfWords(when: When | undefined, now: Now, table: typeof activities): SQL | undefined {
  const condition = isAtTime(when, now, table);
  return condition && sql`(${condition}) is true`;
}

/** Sorts the newest publication first. An index has this order. */
const PUBLICATION: Key = {
  by: sql`coalesce(${activities.publishedAt}, ${activities.createdAt})`,
  isDescending: true,
};

const NEWEST: Key = { by: sql`${activities.id}`, isDescending: true };

const timeTo = (now: Now): Key => ({
  by: sql`abs(date_part('epoch', ${activities.date} - ${now}::timestamptz))`,
});

const dateOf = (when: When): Key => ({ by: sql`${activities.date}`, isDescending: when === 'pasadas' });

/** Whether the search has words, and neither a place, a filter other than the time, nor an order. */
const isOfWordsAlone = (db: Executor, search: Search): boolean =>
  search.q !== '' &&
  search.place === '' &&
  !search.promotedOnly &&
  search.order === undefined &&
  fitsFilters(db, search, activities) === undefined;

/**
 * The hits of a search of words alone by a visitor, the most frequent one. Returns null if the page is empty, so that the total is
 * unknown.
 */
async function hitsOfWords(
  db: Executor,
  terms: readonly Term[],
  statuses: readonly ActivityStatus[],
  when: When | undefined,
  now: Date,
  { series, limit, offset }: ListPage,
): Promise<Hits | null> {
  const query = wordSearch(db, terms.length, statuses, when ?? null, series ?? null);
  const texts = terms.map((term, index) => [nameOfTerm(index), textOf(term)]);
  const counted = countedOf({ limit, offset });
  const hits = await query.execute({ ...Object.fromEntries(texts), now, counted, limit, offset });
  return totalled(hits, { limit, offset });
}

/** The number of words up to which a search is a named statement, which PostgreSQL plans only a few times. */
const NAMED_TERMS_MAX = 3;

const nameOfTerm = (index: number): string => `term${index}`;

const wordSearch = preparedQuery(
  (
    db,
    termCount: number,
    statuses: readonly ActivityStatus[],
    when: When | null,
    series: ListPage['series'] | null,
  ) => {
    const { placeholder } = sql;
    const [now, limit, offset] = [placeholder('now'), placeholder('limit'), placeholder('offset')];
    const words = tsqueryOf(Array.from({ length: termCount }, (_, index) => placeholder(nameOfTerm(index))));
    const fits: ActivityCondition = table =>
      and(
        inArray(table.status, [...statuses]),
        sql`${table.searchWords} @@ ${words}`,
        isAtTimeOfWords(when ?? undefined, now, table),
      );
    const order: Order = [{ by: rankBy(words), isDescending: true }, timeTo(now)];
    const found = isInList(db, fits, now, { limit: 0, offset: 0, series: series ?? undefined });
    // Few statements have a name, since each connection keeps their plans.
    const name = termCount > NAMED_TERMS_MAX ? '' : ['words', termCount, ...statuses, when, series].join('_');
    return selectHits(db, found, order, { limit, offset, counted: placeholder('counted') }).prepare(name);
  },
);

type Weight = 'A' | 'B' | 'C' | 'D';

/** Condition: every word occurs in a field of the activity. */
export const containsWords = (words: SearchText, table = activities): SQL =>
  matches(words, [], table.searchText, table);

/**
 * Condition: every word occurs in a field of these weights, by default in any field, which the index alone decides. For a search
 * without words: the typed text occurs in `text`.
 */
function matches(
  { typed, terms }: SearchText,
  weights: Weight[],
  text: typeof activities.searchText | SQL,
  table: typeof activities,
): SQL {
  if (typed.length === 0) return sql`true`;
  if (terms === null) return sql`position(public.plain(${typed}) in ${text}) > 0`;
  // A search of stop words alone, such as 'de', matches every activity.
  if (terms.length === 0) return sql`true`;
  const words = sql`${table.searchWords} @@ ${tsquery(terms, weights.join(''))}`;
  const signs = signsOf(typed).map(sign => sql`position(public.plain(${sign}) in ${text}) > 0`);
  return sql`(${sql.join([words, ...signs], sql` and `)})`;
}

/** The signs of search patterns in a text, each with its neighbours. They occur as they are typed: '100%' finds no '1000'. */
const signsOf = (typed: string): string[] => typed.match(/[a-z\d]*[%_\\]+[a-z\d]*/gi) ?? [];

/** The rank of an activity; the weights D to A are description and directions, responsible, place and title. */
const rankOf = ({ terms }: SearchText): SQL<number> =>
  terms !== null && terms.length > 0 ? rankBy(tsquery(terms)) : sql<number>`0::real`;

const rankBy = (words: SQL): SQL<number> =>
  sql<number>`ts_rank('{0.1, 0.2, 0.4, 1}', ${activities.searchWords}, ${words})`;

interface Key {
  readonly by: SQL;
  readonly isDescending?: boolean;
}

/** The sort keys. If two activities are equal in them, the lower id comes first. */
type Order = readonly [first: Key, second?: Key];

const ordered = (by: SQL | SQL.Aliased, { isDescending = false }: Key) => (isDescending ? desc(by) : asc(by));

interface Reading {
  /** The chord to the point of the search. */
  readonly chord?: SQL<number> | undefined;
  /** A tag whose activities are read in the order of their dates, so that the rest of them is not read. */
  readonly tag?: string | undefined;
}

/** One page of the matching activities in this order, and their number up to a limit. */
async function pageOf(
  db: Executor,
  found: SQL | undefined,
  order: Order,
  { limit, offset }: Paging,
  { chord, tag }: Reading = {},
): Promise<Hits> {
  const counted = countedOf({ limit, offset });
  const hits = await selectHits(db, found, order, { limit, offset, counted }, { chord, tag });
  return totalled(hits, { limit, offset }) ?? { hits, total: await countUpTo(db, found, counted, tag) };
}

/** The maximum number of activities that the query counts. */
const countedOf = ({ limit, offset }: Paging): number => Math.max(COUNTED_MAX, offset + limit) + 1;

/** The hits of a page with their total, or null if the page is empty and may be beyond the last one. */
function totalled(page: readonly (Hit & { total: number })[], { limit, offset }: Paging): Hits | null {
  const isKnown = page.length > 0 || (limit > 0 && offset === 0);
  return isKnown ? { hits: [...page], total: page[0]?.total ?? 0 } : null;
}

type Bound = number | Placeholder;

/** The statement of one page. It counts up to a limit, so that an index that gives the order is not read to its end. */
function selectHits(
  db: Executor,
  found: SQL | undefined,
  [first, second = { by: sql`${activities.id}` }]: Order,
  { limit, offset, counted }: { limit: Bound; offset: Bound; counted: Bound },
  { chord, tag }: Reading = {},
) {
  // The sort keys are columns, so that the sort stores nothing else, such as the words that the rank is computed from.
  const columns = {
    id: sql<string>`${activities.id}`.as('id'),
    chord: (chord ?? sql<number | null>`null::float8`).as('chord'),
    first: sql`${first.by}`.as('first'),
    second: sql`${second.by}`.as('second'),
  };
  const hits = db
    .$with('hits')
    .as(
      db
        .select(columns)
        .from(activitiesOf(tag))
        .where(found)
        .orderBy(ordered(first.by, first), ordered(second.by, second), asc(activities.id))
        .limit(counted),
    );
  return db
    .with(hits)
    .select({ id: hits.id, chord: hits.chord, total: sql`(select count(*) from ${hits})`.mapWith(Number) })
    .from(hits)
    .orderBy(ordered(hits.first, first), ordered(hits.second, second), asc(hits.id))
    .limit(limit)
    .offset(offset);
}

/** The activities, or those with a tag. The dates of both tables are equal, so that the index of the tag gives their order. */
const activitiesOf = (tag: string | undefined): typeof activities | SQL =>
  tag === undefined
    ? activities
    : sql`${activities} join ${activityTags} on ${and(
        eq(activityTags.tag, tag),
        eq(activityTags.activityId, activities.id),
        eq(activityTags.date, activities.date),
      )}`;

async function countUpTo(
  db: Executor,
  filter: SQL | undefined,
  max: number,
  tag: string | undefined,
): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(activitiesOf(tag))
    .where(filter)
    .limit(max)
    .as('some');
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The activities of these ids in the same order, without deleted ones. */
export async function findInOrder(db: Executor, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await findByIds(db, ids)).map(row => [row.activity.id, row]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
