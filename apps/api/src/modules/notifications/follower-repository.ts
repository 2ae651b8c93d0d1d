import { and, asc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { followDigests, followerNews } from './schema.ts';

export type News = typeof followerNews.$inferSelect;

/** The polling tasks that notify readers of new activities, by the activity or by activity and reader, and that send their digests. */
export const NEWS = 'news';
export const NEWS_DIGESTS = 'newsDigests';

export async function insertNews(tx: Transaction, rows: readonly Omit<News, 'lastUserId'>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(followerNews)
      .values([...rows])
      .onConflictDoNothing();
}

/** False: there is none, or readers are being notified already. */
export async function deleteUnstartedNews(
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.delete(followerNews).where(
    and(
      inArray(followerNews.activityId, [...activityIds]),
      gt(followerNews.dueAt, now),
      // Otherwise it waits for a reader whose notification failed.
      isNull(followerNews.lastUserId),
    ),
  );
  return rowCount !== null && rowCount > 0;
}

/**
 * Locks the next news that is due, skipping those that another process has locked; null: none. News takes turns, so that one with many
 * readers does not hold up the others.
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

/** Stores how far the readers of a locked news are notified, and when the next ones are due. */
export async function putOffNews(
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

/** An account whose digest is due, locked; null: none that no other process sends. */
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

/** What readers read of new activities, the nearest first. */
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

/** A new activity. */
export type Published = Awaited<ReturnType<typeof findPublished>>[number];

/** Whether anything is due. One query, since mostly nothing is. */
export async function hasFollowerWork(db: Executor, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from ${followerNews} where ${followerNews.dueAt} <= ${now})
      or exists (select from ${followDigests} where ${followDigests.dueAt} <= ${now}) as found`);
  return rows[0]?.found === true;
}
