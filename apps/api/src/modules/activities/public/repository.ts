import type { ActivityStatus } from '@minga/contract/activities';
import type { PlaceProposal } from '@minga/contract/place-proposals';
import { and, asc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { type Paging, searchedWords } from '../../../platform/database/queries.ts';
import { activityShortIds } from '../paper-schema.ts';
import { activities } from '../schema.ts';

/** The activity that has or had a short identifier: its id, and the columns that the policy reads, null if it is deleted. */
export async function findByShortId(db: Executor, shortId: string) {
  const [row] = await db
    .select({
      id: activityShortIds.activityId,
      activity: {
        id: activities.id,
        ownerId: activities.ownerId,
        collectiveId: activities.collectiveId,
        status: activities.status,
      },
    })
    .from(activityShortIds)
    .leftJoin(activities, eq(activities.id, activityShortIds.activityId))
    .where(eq(activityShortIds.shortId, shortId));
  return row ?? null;
}

/** Activities of these statuses dated `since` or later, by id, so that new activities do not shift the pages. */
export const listAddresses = (
  db: Executor,
  statuses: ActivityStatus[],
  since: Date,
  paging: Paging,
): Promise<{ id: string; updatedAt: Date }[]> =>
  db
    .select({ id: activities.id, updatedAt: activities.updatedAt })
    .from(activities)
    .where(addressed(statuses, since))
    .orderBy(asc(activities.id))
    .limit(paging.limit)
    .offset(paging.offset);

export const countAddresses = (db: Executor, statuses: ActivityStatus[], since: Date): Promise<number> =>
  db.$count(activities, addressed(statuses, since));

const addressed = (statuses: ActivityStatus[], since: Date) =>
  and(inArray(activities.status, statuses), gte(activities.date, since));

/** The maximum number of activities read per condition, the newest first. */
const READ_MAX = 2_000;

/**
 * The places of public activities of at least two authors, and of the viewer's own activities, that contain the words of `q` in a
 * row, the last one as a prefix. The most used place comes first, each in its most frequent spelling and with its most frequent
 * location. A series counts once. Activities with a private location do not count.
 */
export async function listPlaces(
  db: Executor,
  viewerId: string,
  statuses: readonly ActivityStatus[],
  q: string,
  limit: number,
): Promise<PlaceProposal[]> {
  const words = await searchedWords(db, q);
  if (q !== '' && words.length === 0) return [];
  const newest = (condition: SQL) => sql`(
    select a.id, a.series_id, a.owner_id, a.place, a.latitude, a.longitude, a.created_at, a.status
    from ${activities} a
    where ${condition} and not a.is_location_private and a.place <> ''
      and ' ' || public.searchable(a.place) like ${`% ${words.join(' ')}%`}
    order by a.created_at desc limit ${READ_MAX})`;
  const isPublic = sql`status = any(${sql.param(statuses)}::text[])`;
  const { rows } = await db.execute<{ place: string; latitude: number | null; longitude: number | null }>(sql`
    with used as materialized (
      select public.words(public.folded(place)) as key, coalesce(series_id, id) as use_id, * from (
        ${newest(sql`a.${isPublic}`)} union ${newest(sql`a.owner_id = ${viewerId}`)}
      ) found
    ), shared as (
      select key from used where ${isPublic} group by key having count(distinct owner_id) > 1
    ), usable as (
      select * from used where owner_id = ${viewerId} or key in (select key from shared)
    ), places as (
      select key, mode() within group (order by place) as place, count(distinct use_id) as uses
      from usable group by key order by uses desc, key limit ${limit}
    )
    select places.place, commonest.latitude, commonest.longitude
    from places left join lateral (
      select latitude, longitude from usable where usable.key = places.key and latitude is not null
      group by latitude, longitude order by count(distinct use_id) desc, max(created_at) desc limit 1
    ) commonest on true
    order by places.uses desc, places.key`);
  return rows.map(({ place, latitude, longitude }) => ({
    place,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
  }));
}
