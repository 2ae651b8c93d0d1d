import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, desc, gt, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { distanceTo, fitsFilters } from './filter-repository.ts';
import {
  atTime,
  byDate,
  type Condition,
  countNext,
  isOwnedBy,
  type ListPage,
  listed,
} from './list-repository.ts';
import { isShownToTeam } from './queries.ts';
import { type ActivityRow, countActivities, type Found, findByIds, findRows } from './repository.ts';
import { activities } from './schema.ts';
import type { Search } from './search-rules.ts';
import { findTerms, type SearchText, tsquery } from './search-terms-repository.ts';

/**
 * Matching activities that `viewerId` may see: around a point the nearest place first; else by rank, then the nearest date first;
 * without words upcoming ones before past ones.
 */
export async function searchActivities(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  search: Search,
  now: Date,
  paging: ListPage,
): Promise<Found> {
  const isPublic = inArray(activities.status, statuses);
  const isHidden = notInArray(activities.status, statuses);
  // Within one series or collective few rows are left to check the roles of; elsewhere hidden activities are found by their author only.
  const isOfTeam = search.seriesId !== undefined || search.collective !== undefined;
  const isOwn: Condition = table =>
    viewerId !== null && isOfTeam
      ? or(isOwnedBy(viewerId, table), isShownToTeam(viewerId, table))
      : isOwnedBy(viewerId, table);
  const words = await findTerms(db, search.q, statuses);
  const place = search.place === '' ? null : await findTerms(db, search.place, statuses);
  const matchingIn: Condition = table =>
    and(
      search.q === '' ? undefined : occurs(words, table),
      place === null ? undefined : matches(place, ['B'], sql`public.plain(${table.place})`, table),
      search.promotedOnly ? gt(table.promotionEnd, now) : undefined,
      fitsFilters(db, search, table),
    );
  const matching = matchingIn(activities);
  const visibleIn: Condition = table =>
    and(or(inArray(table.status, statuses), isOwn(table)), matchingIn(table));
  const fits: Condition = table => and(visibleIn(table), atTime(search.when, now, table));
  const found = listed(db, fits, now, paging);
  const timeTo = sql<number>`abs(extract(epoch from ${activities.date} - ${now}::timestamptz))`;
  if (search.near !== undefined)
    return firstBy(db, found, { distanceKm: distanceTo(search.near), timeTo }, paging);
  if (search.q !== '') return firstBy(db, found, { rank: rankOf(words), timeTo }, paging);
  // Upcoming before past ones, each from the nearest: an index gives both orders, but not as one.
  const rows: ActivityRow[] = [];
  let total = 0;
  for (const when of search.when === undefined ? (['proximas', 'pasadas'] as const) : [search.when]) {
    const time = atTime(when, now);
    const offset = Math.max(0, paging.offset - total);
    // Those of the first loop are among the fitting ones of the second.
    const isLast = when === 'pasadas' || search.when !== undefined;
    if (paging.series === 'next')
      total = await countNext(db, isLast ? fits(activities) : and(fits(activities), time));
    else {
      // Two index-only counts; one count over both conditions would read every row.
      const ownHidden =
        viewerId === null ? 0 : await countActivities(db, and(isOwn(activities), isHidden, matching, time));
      total += ownHidden + (await countActivities(db, and(isPublic, matching, time)));
    }
    const limit = paging.limit - rows.length;
    if (limit === 0 || paging.offset >= total) continue;
    rows.push(
      ...(await findRows(db, and(found, time), [byDate(when), asc(activities.id)], { limit, offset })),
    );
  }
  return { rows, total };
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
  terms !== null && terms.length > 0
    ? sql<number>`ts_rank('{0.1, 0.2, 0.4, 1}', ${activities.searchWords}, ${tsquery(terms)})`
    : sql<number>`0::real`;

/** What decides the order: a rank or else a distance first, then the time from now. */
type Order = { readonly timeTo: SQL<number> } & (
  | { readonly rank: SQL<number> }
  | { readonly distanceKm: SQL<number> }
);

/** One page of the hits, and their count: the order needs all of them anyway. */
async function firstBy(
  db: Executor,
  found: SQL | undefined,
  { timeTo, ...first }: Order,
  { limit, offset }: ListPage,
): Promise<Found> {
  const isByRank = 'rank' in first;
  // Referenced twice, the CTE is computed once and holds only the sort columns. A window count would carry the words of every
  // hit, which spills to disk at 20,000 hits.
  const hits = db.$with('hits').as(
    db
      .select({
        id: activities.id,
        first: (isByRank ? first.rank : first.distanceKm).as('first'),
        timeTo: timeTo.as('time_to'),
      })
      .from(activities)
      .where(found),
  );
  const page = await db
    .with(hits)
    .select({ id: hits.id, first: hits.first, total: sql`(select count(*) from ${hits})`.mapWith(Number) })
    .from(hits)
    .orderBy((isByRank ? desc : asc)(hits.first), asc(hits.timeTo), asc(hits.id))
    .limit(limit)
    .offset(offset);
  const isBeyond = page.length === 0 && offset > 0;
  const total = isBeyond ? await countActivities(db, found) : (page[0]?.total ?? 0);
  const rows = await inOrder(db, page);
  if (isByRank) return { rows, total };
  const distances = new Map(page.map(({ id, first: distanceKm }) => [id, distanceKm]));
  return { rows: rows.map(row => ({ ...row, distanceKm: distances.get(row.activity.id) })), total };
}

/** The activities of these ids in their order, without those deleted since. */
async function inOrder(db: Executor, page: readonly { id: string }[]): Promise<ActivityRow[]> {
  if (page.length === 0) return [];
  const rows = await findByIds(
    db,
    page.map(({ id }) => id),
  );
  const byId = new Map(rows.map(row => [row.activity.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}
