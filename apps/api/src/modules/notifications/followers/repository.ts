import type { FollowMail } from '@minga/contract/collectives';
import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { hasFailed, isNotPostponed, isRetried } from '../../../platform/jobs/postponed-work.ts';
import { lockAccounts, lockFirstDue, users } from '../../accounts/queries.ts';
import { activities, activitiesAs, activityPlaces } from '../../activities/queries.ts';
import { collectives, collectivesAs, followers } from '../../collectives/queries.ts';
import { fits, type SoughtRow, savedSearches, soughtOf } from '../../saved-searches/queries.ts';
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
export const lockDueReader = (tx: Transaction, now: Date) =>
  lockFirstDue(
    tx,
    followDigests,
    and(lte(followDigests.dueAt, now), isNotPostponed(NEWS_DIGESTS, followDigests.userId, now)),
  );

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
      and exists (select from ${users} where ${users.id} = ${userId} and ${users.isActive})`;
  };
  const { rows } = await tx.execute<Pick<Reader, 'userId' | 'mail' | 'search'> & Record<string, unknown>>(sql`
    with piece as materialized (
      select a.*, active.id as active_collective_id,
        a.capacity is null or a.capacity > coalesce(${activityPlaces.taken}, 0) as has_room
      from ${activitiesAs('a')}
      left join ${activityPlaces} on ${activityPlaces.activityId} = a.id
      left join ${collectivesAs('active')} on active.id = a.collective_id and active.status = 'active'
      where a.id = ${activityId}
    ), readers as (
      (select follower.user_id, follower.mail, null::uuid as search_id
      from piece join ${followers} on follower.collective_id = piece.active_collective_id
      where piece.active_collective_id = ${collectiveId} and ${isNext('follower')}
      order by follower.user_id limit ${limit})
      union all
      (select distinct on (search.user_id) search.user_id, search.mail, search.id
      from piece join ${savedSearches} on ${fits}
      where ${isNext('search')}
      order by search.user_id, ${frequency(sql`search.mail`)}, search.created_at, search.id limit ${limit})
    ), chosen as (
      select distinct on (user_id) user_id, mail, search_id from readers
      order by user_id, ${frequency(sql`mail`)}, search_id nulls first limit ${limit}
    )
    select chosen.user_id as "userId", chosen.mail, case when search.id is not null then ${soughtOf} end as search
    from chosen left join ${savedSearches} on search.id = chosen.search_id`);
  const chosen = new Map(rows.map(row => [row.userId, row]));
  const accounts = await lockAccounts(tx, [...chosen.keys()], 'no key update');
  return accounts.flatMap(({ id, email, username }) => {
    const found = chosen.get(id);
    return found === undefined ? [] : [{ ...found, email, username }];
  });
}
