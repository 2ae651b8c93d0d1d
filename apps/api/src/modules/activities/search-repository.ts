import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, desc, eq, gt, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import {
  type ActivityRow,
  atTime,
  byDate,
  countActivities,
  type Found,
  findByIds,
  findRows,
  type Paging,
  type When,
} from './repository.ts';
import { activities } from './schema.ts';
import { findTerms, type SearchText, tsquery } from './search-terms-repository.ts';

export interface Search {
  readonly q: string;
  readonly place: string;
  readonly when: When | undefined;
  readonly promotedOnly: boolean;
}

/** What `viewerId` may see and `search` asks for: the best match first, then the nearest; without words what is to come, then what is past. */
export async function searchActivities(
  db: Executor,
  viewerId: string | null,
  statuses: ActivityStatus[],
  search: Search,
  now: Date,
  paging: Paging,
): Promise<Found> {
  const isPublic = inArray(activities.status, statuses);
  const isHidden = notInArray(activities.status, statuses);
  const isOwn = viewerId === null ? sql`false` : eq(activities.ownerId, viewerId);
  const words = await findTerms(db, search.q);
  const asked = and(
    search.q === '' ? undefined : occurs(words),
    search.place === ''
      ? undefined
      : matches(await findTerms(db, search.place), ['B'], sql`public.plain(${activities.place})`),
    search.promotedOnly ? gt(activities.promotionEnd, now) : undefined,
  );
  const visible = and(or(isPublic, isOwn), asked);
  if (search.q !== '') return bestFirst(db, and(visible, atTime(search.when, now)), words, now, paging);
  // What is to come before what is past, each from the nearest on: an index gives both, but not as one order.
  const rows: ActivityRow[] = [];
  let total = 0;
  for (const when of search.when === undefined ? (['proximas', 'pasadas'] as const) : [search.when]) {
    const time = atTime(when, now);
    // Two counts that indexes answer, where one over both conditions would look at every row.
    const ownHidden = viewerId === null ? 0 : await countActivities(db, and(isOwn, isHidden, asked, time));
    const offset = Math.max(0, paging.offset - total);
    total += ownHidden + (await countActivities(db, and(isPublic, asked, time)));
    const limit = paging.limit - rows.length;
    if (limit === 0 || paging.offset >= total) continue;
    rows.push(
      ...(await findRows(db, and(visible, time), [byDate(when), asc(activities.id)], { limit, offset })),
    );
  }
  return { rows, total };
}

type Weight = 'A' | 'B' | 'C' | 'D';

/** All words occur in any of an activity's fields. */
export const occurs = (words: SearchText): SQL => matches(words, [], activities.searchText);

/**
 * All words occur in the fields of these weights; without any, in one of all fields, which the index alone tells. Of a search
 * without words, what was typed occurs in `text`.
 */
function matches(
  { typed, terms }: SearchText,
  weights: Weight[],
  text: typeof activities.searchText | SQL,
): SQL {
  if (typed.length === 0) return sql`true`;
  if (terms === null) return sql`position(public.plain(${typed}) in ${text}) > 0`;
  // Words such as 'de' alone weigh nothing and match all.
  if (terms.length === 0) return sql`true`;
  return sql`${activities.searchWords} @@ ${tsquery(terms, weights.join(''))}`;
}

/** One page of the hits and their whole count, which ranking has to look at anyway. */
async function bestFirst(
  db: Executor,
  found: SQL | undefined,
  { terms }: SearchText,
  now: Date,
  { limit, offset }: Paging,
): Promise<Found> {
  const hasTerms = terms !== null && terms.length > 0;
  // Title, place, responsible, description: the last weighs least.
  const rank = hasTerms
    ? sql<number>`ts_rank('{0.1, 0.2, 0.4, 1}', ${activities.searchWords}, ${tsquery(terms)})`
    : sql<number>`0::real`;
  const distance = sql<number>`abs(extract(epoch from ${activities.date} - ${now}::timestamptz))`;
  // Asked twice, it is worked out once, and of each hit only what the order needs is kept: a count beside each hit would
  // carry all its words along, at 20,000 hits by way of the disk.
  const hits = db.$with('hits').as(
    db
      .select({ id: activities.id, rank: rank.as('rank'), distance: distance.as('distance') })
      .from(activities)
      .where(found),
  );
  const page = await db
    .with(hits)
    .select({ id: hits.id, total: sql`(select count(*) from ${hits})`.mapWith(Number) })
    .from(hits)
    .orderBy(desc(hits.rank), asc(hits.distance), asc(hits.id))
    .limit(limit)
    .offset(offset);
  const isBeyond = page.length === 0 && offset > 0;
  const total = isBeyond ? await countActivities(db, found) : (page[0]?.total ?? 0);
  return { rows: await inOrder(db, page), total };
}

/** The activities of these ids, as they are now; one that was deleted meanwhile is left out. */
async function inOrder(db: Executor, page: readonly { id: string }[]): Promise<ActivityRow[]> {
  if (page.length === 0) return [];
  const rows = await findByIds(
    db,
    page.map(({ id }) => id),
  );
  const byId = new Map(rows.map(row => [row.activity.id, row]));
  return page.flatMap(({ id }) => byId.get(id) ?? []);
}
