import type { ActivityStatus } from '@minga/contract/activities';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import type { Location } from '@minga/contract/location';
import { COUNTED_MAX } from '@minga/contract/search-filters';
import type { Category } from '@minga/contract/topics';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { type Paging, preparedQuery } from '../../../platform/database/queries.ts';
import { collectives } from '../../collectives/schema.ts';
import {
  EARTH_RADIUS_KM,
  findTerms,
  isShownToTeam,
  type SearchText,
  type Term,
  textOf,
  tsquery,
  tsqueryOf,
} from '../queries.ts';
import {
  atTime,
  type Condition,
  type Found,
  findByIds,
  isOwnedBy,
  type ListedRow,
  type ListPage,
  listed,
  type Now,
  type When,
} from '../repository.ts';
import { activities, activityPlaces } from '../schema.ts';

/** A circle on the globe. */
interface Vicinity extends Location {
  readonly radiusKm: number;
}

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: When | undefined;
  readonly promotedOnly: boolean;
  /** The slug of a collective; an unknown one finds nothing. */
  readonly collective?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly category?: Category | undefined;
  readonly tag?: string | undefined;
  /** Those that take place at some time from `from`, inclusive, until `until`, exclusive. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Those that had not ended before. */
  readonly endsSince?: Date | undefined;
  /** Only those with room for another person. */
  readonly isRoomRequired?: boolean;
  /** Only those with a public location in it, nearest first. */
  readonly near?: Vicinity | undefined;
  /** The newest publication first; without it as the search says. */
  readonly order?: 'published';
}

// The conditions of a search's filters, said of the table or of an alias of it.

const DURATION_MAX_MS = DURATION_DAYS_MAX * 24 * 60 * 60 * 1000;

/** Condition: the activity fits every filter but the words, the place and the time. */
const fitsFilters = (
  db: Executor,
  { collective, seriesId, category, tag, from, until, endsSince, isRoomRequired = false, near }: Search,
  table: typeof activities,
): SQL | undefined =>
  and(
    collective === undefined ? undefined : inArray(table.collectiveId, idsOfActiveCollective(db, collective)),
    seriesId === undefined ? undefined : eq(table.seriesId, seriesId),
    category === undefined ? undefined : eq(table.category, category),
    tag === undefined ? undefined : sql`${table.tags} @> array[${tag}]::text[]`,
    from === undefined ? undefined : isStillOn(from, table),
    endsSince === undefined ? undefined : isStillOn(endsSince, table),
    until === undefined ? undefined : lt(table.date, until),
    isRoomRequired ? hasRoom(table) : undefined,
    near === undefined ? undefined : isIn(near, table),
  );

/** A collective that not everybody sees has no activities. */
const idsOfActiveCollective = (db: Executor, slug: string) =>
  db
    .select({ id: collectives.id })
    .from(collectives)
    .where(and(eq(collectives.slug, slug), eq(collectives.status, 'active')));

/**
 * Begins from then on, or ends after. The first two conditions follow from the third, and are checked in an index in the order of dates,
 * without reading rows.
 */
const isStillOn = (from: Date, table: typeof activities) =>
  and(
    gte(table.date, new Date(from.getTime() - DURATION_MAX_MS)),
    gte(table.endsAt, from),
    or(gte(table.date, from), gt(table.endsAt, from)),
  );

const hasRoom = (table: typeof activities) =>
  or(
    isNull(table.capacity),
    sql`${table.capacity} > coalesce((select places.taken from ${activityPlaces} places where places.activity_id = ${table.id}), 0)`,
  );

/** On the unit sphere: the chord between two points of this distance. */
const chordOf = (km: number) => 2 * Math.sin(km / EARTH_RADIUS_KM / 2);

const onSphere = ({ latitude, longitude }: typeof activities | Vicinity) =>
  sql`public.on_sphere(${latitude}, ${longitude})`;

/** The index finds the points of the cube around the circle. */
const isIn = (near: Vicinity, table: typeof activities) => {
  const chord = chordOf(near.radiusKm);
  return and(
    sql`${table.latitude} is not null and not ${table.isLocationPrivate}`,
    sql`${onSphere(table)} <@ public.cube_enlarge(${onSphere(near)}, ${chord}, 3)`,
    sql`${chordTo(near, table)} <= ${chord}`,
  );
};

/** Grows with the distance; the index gives this order. */
const chordTo = (near: Vicinity, table = activities): SQL<number> =>
  sql<number>`${onSphere(table)} operator(public.<->) ${onSphere(near)}`;

/** Kilometres of the great circle of a chord. */
const kilometresOf = (chord: number): number => 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2));

/** Finds the activities of a search, each with what its card shows, and around a point with its distance. */
export async function searchActivities(...search: Parameters<typeof searchHits>): Promise<Found> {
  const [db, , , { near }] = search;
  const { hits, total } = await searchHits(...search);
  const rows = await inOrder(
    db,
    hits.map(({ id }) => id),
  );
  if (near === undefined) return { rows, total };
  const distances = new Map(hits.map(hit => [hit.id, kilometresOf(hit.chord ?? 0)]));
  return { rows: rows.map(row => ({ ...row, distanceKm: distances.get(row.activity.id) })), total };
}

interface Hit {
  readonly id: string;
  /** To the point of the search, if it has one. */
  readonly chord: number | null;
}

interface Hits {
  readonly hits: Hit[];
  readonly total: number;
}

/**
 * Matching activities that `viewerId` may see: around a point the nearest place first; else by rank, then the nearest date first;
 * without words upcoming ones before past ones.
 */
export async function searchHits(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  search: Search,
  now: Date,
  paging: ListPage,
): Promise<Hits> {
  // Within one series or collective few rows are left to check the roles of; elsewhere hidden activities are found by their author only.
  const isOfTeam = search.seriesId !== undefined || search.collective !== undefined;
  const isOwn: Condition = table =>
    viewerId !== null && isOfTeam
      ? or(isOwnedBy(viewerId, table), isShownToTeam(viewerId, table))
      : isOwnedBy(viewerId, table);
  const words = await findTerms(db, search.q, statuses);
  if (viewerId === null && isOfWordsAlone(search) && words.terms !== null && words.terms.length > 0) {
    const found = await hitsOfWords(db, words.terms, statuses, search.when, now, paging);
    if (found !== null) return found;
  }
  const place = search.place === '' ? null : await findTerms(db, search.place, statuses);
  const matchingIn: Condition = table =>
    and(
      search.q === '' ? undefined : occurs(words, table),
      place === null ? undefined : matches(place, ['B'], sql`public.plain(${table.place})`, table),
      search.promotedOnly ? gt(table.promotionEnd, now) : undefined,
      fitsFilters(db, search, table),
    );
  const visibleIn: Condition = table =>
    and(or(inArray(table.status, statuses), isOwn(table)), matchingIn(table));
  const fits: Condition = table => and(visibleIn(table), atTime(search.when, now, table));
  const found = listed(db, fits, now, paging);
  if (search.near !== undefined) {
    const chord = chordTo(search.near);
    return pageOf(db, found, [{ by: chord }, timeTo(now)], paging, chord);
  }
  if (search.order === 'published') return pageOf(db, found, [PUBLICATION, NEWEST], paging);
  if (search.q !== '')
    return pageOf(db, found, [{ by: rankOf(words), isDescending: true }, timeTo(now)], paging);
  // Upcoming before past ones, each from the nearest: an index gives both orders, but not as one.
  const hits: Hit[] = [];
  let total = 0;
  for (const when of search.when === undefined ? (['proximas', 'pasadas'] as const) : [search.when]) {
    const page = { limit: paging.limit - hits.length, offset: Math.max(0, paging.offset - total) };
    if (page.limit === 0 && total > COUNTED_MAX) break;
    const ofTime = await pageOf(db, and(found, atTime(when, now)), [dateOf(when)], page);
    hits.push(...ofTime.hits);
    total += ofTime.total;
  }
  return { hits, total };
}

/** The newest publication first; an index has this order. */
const PUBLICATION: Key = {
  by: sql`coalesce(${activities.publishedAt}, ${activities.createdAt})`,
  isDescending: true,
};

const NEWEST: Key = { by: sql`${activities.id}`, isDescending: true };

const timeTo = (now: Now): Key => ({
  by: sql`abs(date_part('epoch', ${activities.date} - ${now}::timestamptz))`,
});

const dateOf = (when: When): Key => ({ by: sql`${activities.date}`, isDescending: when === 'pasadas' });

/** Neither other text nor a filter but the time, and no order of its own. */
const isOfWordsAlone = ({ q, when: _when, place, promotedOnly, ...rest }: Search): boolean =>
  q !== '' &&
  place === '' &&
  !promotedOnly &&
  Object.values(rest).every(value => value === undefined || value === false);

type HitsQuery = ReturnType<ReturnType<typeof selectHits>['prepare']>;

const wordSearches = preparedQuery((_db): Map<string, HitsQuery> => new Map());

/**
 * The hits of most searches of visitors: PostgreSQL plans each, but its statement is built once for each number of terms, since building it
 * takes longer than all else that the process does for a search. Null: whether there are any is unknown, since the page is empty.
 */
async function hitsOfWords(
  db: Executor,
  terms: readonly Term[],
  statuses: readonly ActivityStatus[],
  when: When | undefined,
  now: Date,
  { series, limit, offset }: ListPage,
): Promise<Hits | null> {
  const built = wordSearches(db);
  const shape = [terms.length, when, series, ...statuses].join();
  const query =
    built.get(shape) ?? buildWordSearch(db, terms.length, [...statuses], when, series).prepare('');
  built.set(shape, query);
  const texts = terms.map((term, index) => [nameOfTerm(index), textOf(term)]);
  const counted = countedOf({ limit, offset });
  const hits = await query.execute({ ...Object.fromEntries(texts), now, counted, limit, offset });
  return totalled(hits, { limit, offset });
}

const nameOfTerm = (index: number): string => `term${index}`;

function buildWordSearch(
  db: Executor,
  termCount: number,
  statuses: ActivityStatus[],
  when: When | undefined,
  series: ListPage['series'],
) {
  const { placeholder } = sql;
  const [now, limit, offset] = [placeholder('now'), placeholder('limit'), placeholder('offset')];
  const words = tsqueryOf(Array.from({ length: termCount }, (_, index) => placeholder(nameOfTerm(index))));
  const fits: Condition = table =>
    and(inArray(table.status, statuses), sql`${table.searchWords} @@ ${words}`, atTime(when, now, table));
  const order: Order = [{ by: rankBy(words), isDescending: true }, timeTo(now)];
  return selectHits(db, listed(db, fits, now, { limit: 0, offset: 0, series }), order, {
    ...{ limit, offset, counted: placeholder('counted') },
  });
}

type Weight = 'A' | 'B' | 'C' | 'D';

/** Condition: every word occurs in some field of the activity. */
export const occurs = (words: SearchText, table = activities): SQL =>
  matches(words, [], table.searchText, table);

/**
 * Condition: every word occurs in a field of these weights; without weights in any field, which the index alone decides. For a
 * search without words: the typed text occurs in `text`.
 */
function matches(
  { typed, terms }: SearchText,
  weights: Weight[],
  text: typeof activities.searchText | SQL,
  table: typeof activities,
): SQL {
  if (typed.length === 0) return sql`true`;
  if (terms === null) return sql`position(public.plain(${typed}) in ${text}) > 0`;
  // Only stop words, such as 'de': everything matches.
  if (terms.length === 0) return sql`true`;
  return sql`${table.searchWords} @@ ${tsquery(terms, weights.join(''))}`;
}

/** Weights D to A: description, responsible, place, title. */
const rankOf = ({ terms }: SearchText): SQL<number> =>
  terms !== null && terms.length > 0 ? rankBy(tsquery(terms)) : sql<number>`0::real`;

const rankBy = (words: SQL): SQL<number> =>
  sql<number>`ts_rank('{0.1, 0.2, 0.4, 1}', ${activities.searchWords}, ${words})`;

interface Key {
  readonly by: SQL;
  readonly isDescending?: boolean;
}

/** Of two equal in these keys, the one with the lower id comes first. */
type Order = readonly [first: Key, second?: Key];

const ordered = (by: SQL | SQL.Aliased, { isDescending = false }: Key) => (isDescending ? desc(by) : asc(by));

/** One page of the matching activities in this order, and their number up to a limit. */
async function pageOf(
  db: Executor,
  found: SQL | undefined,
  order: Order,
  { limit, offset }: Paging,
  chord?: SQL<number>,
): Promise<Hits> {
  const counted = countedOf({ limit, offset });
  const hits = await selectHits(db, found, order, { limit, offset, counted }, chord);
  return totalled(hits, { limit, offset }) ?? { hits, total: await countUpTo(db, found, counted) };
}

/** So many are counted. */
const countedOf = ({ limit, offset }: Paging): number => Math.max(COUNTED_MAX, offset + limit) + 1;

/** The hits of a page with their number; null if the page is empty, and may be so since it is beyond the last one. */
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
  chord?: SQL<number>,
) {
  // The order as columns: the sort holds nothing else of a row, such as the words that its rank is computed from.
  const hits = db.$with('hits').as(
    db
      .select({
        id: activities.id,
        chord: (chord ?? sql<number | null>`null::float8`).as('chord'),
        first: sql`${first.by}`.as('first'),
        second: sql`${second.by}`.as('second'),
      })
      .from(activities)
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

async function countUpTo(db: Executor, filter: SQL | undefined, max: number): Promise<number> {
  const some = db.select({ id: activities.id }).from(activities).where(filter).limit(max).as('some');
  const [row] = await db.select({ total: count() }).from(some);
  return row?.total ?? 0;
}

/** The activities of these ids in their order, without those deleted since. */
export async function inOrder(db: Executor, ids: readonly string[]): Promise<ListedRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await findByIds(db, ids)).map(row => [row.activity.id, row]));
  return ids.flatMap(id => byId.get(id) ?? []);
}
