import type { FollowMail } from '@minga/contract/collectives';
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { lockAccounts, users } from '../../accounts/queries.ts';
import { activities, activitiesAs, activityPlaces } from '../../activities/queries.ts';
import { collectives, collectivesAs, followers } from '../../collectives/queries.ts';
import { fits, type SoughtRow, savedSearches, soughtOf } from '../../saved-searches/queries.ts';
import { followDigests } from '../schema.ts';

/**
 * The due work that notifies the readers of a new activity, in the order of their ids. Its key is the activity's id, or that id and a
 * reader's if the reader's notification has failed.
 */
export const NEWS = 'news';

export interface NewsData {
  /** The activity's collective at the time of the publication. Followers of a collective that is attached later are not notified. */
  readonly collectiveId: string | null;
  /** The time of the publication in ISO 8601. Accounts that follow or save a search later are not notified. */
  readonly createdAt: string;
  /** The number of further activities of the same news. */
  readonly others?: number;
  /** The last reader who was notified. Absent before the first. */
  readonly lastUserId?: string;
  /** The only reader to notify, whose notification has failed. */
  readonly userId?: string;
}

/** The due work that sends a reader's digest. Its key is the account's id. */
export const NEWS_DIGESTS = 'newsDigests';

/** Cancels pending news. Returns false if there is none or its readers are already being notified. */
export async function deleteUnstartedNews(
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.delete(dueWork).where(
    and(
      eq(dueWork.kind, NEWS),
      inArray(dueWork.key, [...activityIds]),
      gt(dueWork.at, now),
      // News with a last reader may only be waiting for the end of a rejection that can be undone.
      sql`not ${dueWork.data} ? 'lastUserId'`,
    ),
  );
  return rowCount !== null && rowCount > 0;
}

/** Stores entries of digests. A reader's digest is due with the earliest entry. The caller has locked the readers' accounts. */
export async function insertDigestEntries(
  tx: Transaction,
  rows: (typeof followDigests.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(followDigests).values(rows).onConflictDoNothing();
  await scheduleDigests(
    tx,
    rows.map(({ userId }) => userId),
  );
}

/** Schedules the digests of these accounts for their earliest entry. The caller has locked the accounts. */
export async function scheduleDigests(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ key: followDigests.userId, at: sql`min(${followDigests.dueAt})`.mapWith(followDigests.dueAt) })
    .from(followDigests)
    .where(inArray(followDigests.userId, [...userIds]))
    .groupBy(followDigests.userId);
  await schedule(tx, NEWS_DIGESTS, ...rows);
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
 * With `userId` in the data, it returns that reader only.
 */
export async function nextReaders(
  tx: Transaction,
  activityId: string,
  { collectiveId, createdAt, lastUserId, userId: only }: NewsData,
  limit: number,
): Promise<Reader[]> {
  const isNext = (table: string) => {
    const [userId, since] = [sql.raw(`${table}.user_id`), sql.raw(`${table}.created_at`)];
    const after = lastUserId === undefined ? sql`true` : sql`${userId} > ${lastUserId}::uuid`;
    const turn = only === undefined ? after : sql`${userId} = ${only}::uuid`;
    return sql`${since} <= ${createdAt}::timestamptz and ${turn} and ${userId} <> piece.owner_id
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
      where piece.active_collective_id = ${collectiveId}::uuid and ${isNext('follower')}
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
