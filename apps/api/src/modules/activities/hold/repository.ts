import { and, asc, eq, gte, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { users } from '../../accounts/queries.ts';
import { activities, activityMemories, approvedPublications } from '../schema.ts';

/** Whether an account has an administrative role, or this many of its publications were approved. */
export async function isTrusted(db: Executor, ownerId: string, publications: number): Promise<boolean> {
  const approved = sql`(select count(*) from ${approvedPublications} where ${approvedPublications.ownerId} = ${ownerId})`;
  const count = await db.$count(
    users,
    and(eq(users.id, ownerId), or(sql`${users.role} <> 'user'`, sql`${approved} >= ${publications}`)),
  );
  return count > 0;
}

/** All approved publications of an account, the oldest first. */
export const listApprovals = (db: Executor, ownerId: string) =>
  db
    .select({
      publicationId: approvedPublications.publicationId,
      approvedAt: approvedPublications.approvedAt,
    })
    .from(approvedPublications)
    .where(eq(approvedPublications.ownerId, ownerId))
    .orderBy(asc(approvedPublications.approvedAt), asc(approvedPublications.publicationId));

const publicationOf = sql`coalesce(${activities.firstReadingId}, ${activities.seriesId}, ${activities.id})`;

/** Records the first approval of the publications of these activities. */
export async function recordApprovals(tx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  const approved = tx
    .selectDistinct({
      ownerId: activities.ownerId,
      publicationId: sql`${publicationOf}`.as('publication_id'),
      approvedAt: sql`${now.toISOString()}::timestamptz`.as('approved_at'),
    })
    .from(activities)
    .where(inArray(activities.id, [...ids]));
  await tx.insert(approvedPublications).select(approved).onConflictDoNothing();
}

/** Removes undone approvals: those since `since` of publications without an approved activity. */
export async function removeApprovals(tx: Transaction, ids: readonly string[], since: Date): Promise<void> {
  const undone = tx
    .select({ id: sql`${publicationOf}` })
    .from(activities)
    .where(inArray(activities.id, [...ids]));
  const approved = tx
    .select({ id: activities.id })
    .from(activities)
    .where(
      and(eq(activities.status, 'approved'), sql`${publicationOf} = ${approvedPublications.publicationId}`),
    );
  await tx
    .delete(approvedPublications)
    .where(
      and(
        inArray(approvedPublications.publicationId, undone),
        gte(approvedPublications.approvedAt, since),
        notExists(approved),
      ),
    );
}

/** The texts of the memories of activities. Activities without a memory are absent. */
export async function findMemoryTexts(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: activityMemories.activityId, text: activityMemories.text })
    .from(activityMemories)
    .where(inArray(activityMemories.activityId, [...activityIds]));
  return new Map(rows.map(({ id, text }) => [id, text]));
}
