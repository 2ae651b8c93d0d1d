import type { FollowMail } from '@minga/contract/collectives';
import type { Category } from '@minga/contract/topics';
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { hasFailed, isNotPostponed, isRetried } from '../../../platform/jobs/postponed-work.ts';
import { users } from '../../accounts/schema.ts';
import { EARTH_RADIUS_KM } from '../../activities/queries.ts';
import { activities, activityPlaces } from '../../activities/schema.ts';
import { collectiveFollowers, collectives } from '../../collectives/schema.ts';
import { savedSearches } from '../../saved-searches/schema.ts';
import { followDigests, followerNews } from '../schema.ts';

export type News = typeof followerNews.$inferSelect;

/**
 * The polling tasks. `NEWS` notifies of new activities; its keys consist of the activity, or the activity and the reader.
 * `NEWS_DIGESTS` sends digests.
 */
export const NEWS = 'news';
export const NEWS_DIGESTS = 'newsDigests';

export async function insertNews(tx: Transaction, rows: readonly Omit<News, 'lastUserId'>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(followerNews)
      .values([...rows])
      .onConflictDoNothing();
}

/** Deletes pending news. Returns false if there is none or its readers are already being notified. */
export async function deleteUnstartedNews(
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.delete(followerNews).where(
    and(
      inArray(followerNews.activityId, [...activityIds]),
      gt(followerNews.dueAt, now),
      // News with a last reader may only be waiting to retry a failed notification.
      isNull(followerNews.lastUserId),
    ),
  );
  return rowCount !== null && rowCount > 0;
}

/**
 * Locks the next due news, skipping news that other processes have locked. Returns null if there is none. Alternates between
 * news (round-robin), so that one with many readers does not delay the others.
 */
export async function lockDueNews(tx: Transaction, now: Date): Promise<News | null> {
  const [row] = await tx
    .select()
    .from(followerNews)
    .where(and(lte(followerNews.dueAt, now), isNotPostponed(NEWS, followerNews.activityId, now)))
    .orderBy(asc(followerNews.dueAt), sql`${followerNews.lastUserId} nulls first`)
    .limit(1)
    .for('update', { skipLocked: true });
  return row ?? null;
}

/** Stores the last notified reader of a locked news and the time of the next batch. */
export async function postponeNews(
  tx: Transaction,
  activityId: string,
  values: Partial<Pick<News, 'lastUserId' | 'dueAt'>>,
): Promise<void> {
  await tx.update(followerNews).set(values).where(eq(followerNews.activityId, activityId));
}

export async function deleteNews(tx: Transaction, activityId: string): Promise<void> {
  await tx.delete(followerNews).where(eq(followerNews.activityId, activityId));
}

export async function insertDigestEntries(
  tx: Transaction,
  rows: (typeof followDigests.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(followDigests).values(rows).onConflictDoNothing();
}

/** Locks an account whose digest is due. Returns null if there is none or other processes have locked them all. */
export async function lockDueReader(tx: Transaction, now: Date) {
  const [reader] = await tx
    .select({ id: users.id, email: users.email, username: users.username, isActive: users.isActive })
    .from(followDigests)
    .innerJoin(users, eq(users.id, followDigests.userId))
    .where(and(lte(followDigests.dueAt, now), isNotPostponed(NEWS_DIGESTS, followDigests.userId, now)))
    .orderBy(asc(followDigests.dueAt), asc(followDigests.userId))
    .limit(1)
    .for('no key update', { of: users, skipLocked: true });
  return reader ?? null;
}

/** Deletes and returns the entries of an account's due digest. */
export const takeDigestEntries = (
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<{ activityId: string; savedSearchId: string | null }[]> =>
  tx
    .delete(followDigests)
    .where(and(eq(followDigests.userId, userId), lte(followDigests.dueAt, now)))
    .returning({ activityId: followDigests.activityId, savedSearchId: followDigests.savedSearchId });

/** Loads the facts of new activities for their readers, the nearest activity first. */
export const findPublished = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select({
      id: activities.id,
      ownerId: activities.ownerId,
      title: activities.title,
      date: activities.date,
      endsAt: activities.endsAt,
      place: activities.place,
      status: activities.status,
      collective: {
        id: collectives.id,
        name: collectives.name,
        slug: collectives.slug,
        status: collectives.status,
      },
    })
    .from(activities)
    .leftJoin(collectives, eq(collectives.id, activities.collectiveId))
    .where(sql`${activities.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(activities.date), asc(activities.id));

export type Published = Awaited<ReturnType<typeof findPublished>>[number];

/** Returns true if something is due. Combines both checks in one query, because usually nothing is. */
export async function hasFollowerWork(db: Executor, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${followerNews} where ${followerNews.dueAt} <= ${now})
      or exists (select from ${followDigests} where ${followDigests.dueAt} <= ${now}) as found`);
  return rows[0]?.found === true;
}

/** The criteria of a saved search. */
export interface SoughtRow {
  readonly id: string;
  readonly q: string;
  readonly place: string;
  readonly category: Category | null;
  readonly tag: string | null;
  readonly isRoomRequired: boolean;
  readonly radiusKm: number | null;
  readonly collectiveName: string | null;
}

/** An account that is notified of a new activity. */
export interface Reader {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly mail: FollowMail;
  /** The saved search that matches; null if the account follows the collective. */
  readonly search: SoughtRow | null;
}

/** Sorts the most frequent e-mails first. */
const frequency = (mail: unknown) => sql`array_position(array['inmediato', 'diario', 'nunca'], ${mail})`;

const soughtOf = sql`
  json_build_object('id', search.id, 'q', search.q, 'place', search.place, 'category', search.category, 'tag', search.tag,
    'isRoomRequired', search.is_room_required, 'radiusKm', search.radius_km, 'collectiveName', collective.name)`;

/** Condition: the new activity matches the saved search. The criteria equal those of the activity search. */
const fits = sql`
  (search.words is null or piece.search_words @@ search.words)
  and (search.category is null or search.category = piece.category)
  and (search.tag is null or search.tag = any(piece.tags))
  and (search.collective_id is null or search.collective_id = piece.active_collective_id)
  and (not search.is_room_required or piece.has_room)
  and (search.radius_km is null or not piece.is_location_private and
    public.on_sphere(search.latitude, search.longitude) operator(public.<->) public.on_sphere(piece.latitude, piece.longitude)
      <= 2 * sin(search.radius_km / ${EARTH_RADIUS_KM} / 2))`;

/**
 * Locks and returns the next accounts, in the order of their ids, that follow the activity's collective or have a saved search that
 * matches. Includes active accounts except the activity's author, each once with its most frequent e-mails. The lock permits
 * counting their e-mails of the last hour. Both lists are limited before the union, so that a batch reads no more than it needs.
 * Excludes readers whose notification failed; with `failed`, it returns only those of them whose retry is due.
 */
export async function nextReaders(
  tx: Transaction,
  { activityId, collectiveId, createdAt, lastUserId }: News,
  { limit, failed }: { limit: number; failed?: { readonly now: Date } },
): Promise<Reader[]> {
  const isNext = (table: string) => {
    const [userId, since] = [sql.raw(`${table}.user_id`), sql.raw(`${table}.created_at`)];
    const key = sql`${activityId}::text || ' ' || ${userId}`;
    const after = lastUserId === null ? sql`true` : sql`${userId} > ${lastUserId}::uuid`;
    const turn =
      failed === undefined ? sql`${after} and not ${hasFailed(NEWS, key)}` : isRetried(NEWS, key, failed.now);
    return sql`${since} <= ${createdAt} and ${turn} and ${userId} <> piece.owner_id
      and exists (select from ${users} account where account.id = ${userId} and account.is_active)`;
  };
  const { rows } = await tx.execute<{ [Key in keyof Reader]: Reader[Key] }>(sql`
    with piece as materialized (
      select a.*, active.id as active_collective_id,
        a.capacity is null or a.capacity > coalesce(places.taken, 0) as has_room
      from ${activities} a
      left join ${activityPlaces} places on places.activity_id = a.id
      left join ${collectives} active on active.id = a.collective_id and active.status = 'active'
      where a.id = ${activityId}
    ), readers as (
      (select follower.user_id, follower.mail, null::uuid as search_id
      from piece join ${collectiveFollowers} follower on follower.collective_id = piece.active_collective_id
      where piece.active_collective_id = ${collectiveId} and ${isNext('follower')}
      order by follower.user_id limit ${limit})
      union all
      (select distinct on (search.user_id) search.user_id, search.mail, search.id
      from piece join ${savedSearches} search on ${fits}
      where ${isNext('search')}
      order by search.user_id, ${frequency(sql`search.mail`)}, search.created_at, search.id limit ${limit})
    ), chosen as (
      select distinct on (user_id) user_id, mail, search_id from readers
      order by user_id, ${frequency(sql`mail`)}, search_id nulls first limit ${limit}
    )
    select account.id as "userId", account.email, account.username, chosen.mail,
      case when search.id is not null then ${soughtOf} end as search
    from chosen join ${users} account on account.id = chosen.user_id
    left join ${savedSearches} search on search.id = chosen.search_id
    left join ${collectives} collective on collective.id = search.collective_id
    order by account.id for no key update of account`);
  return rows;
}

/** Loads the saved searches that matched the activities of a digest. */
export async function findSought(tx: Transaction, ids: readonly string[]): Promise<SoughtRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<{ sought: SoughtRow }>(sql`
    select ${soughtOf} as sought from ${savedSearches} search
    left join ${collectives} collective on collective.id = search.collective_id
    where search.id = any(${sql.param(ids)}::uuid[])`);
  return rows.map(({ sought }) => sought);
}
