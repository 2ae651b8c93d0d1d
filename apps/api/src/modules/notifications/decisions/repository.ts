import { and, asc, eq, inArray, lte, not, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { activities, activityMemories } from '../../activities/schema.ts';
import { approvalNotices } from '../schema.ts';

/** The polling task that notifies owners of approvals. */
export const APPROVALS = 'approvals';

/** An earlier one that is not sent yet, of an activity that was edited since, is put off. */
export async function insertApprovalNotices(
  tx: Transaction,
  activityIds: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (activityIds.length === 0) return;
  await tx
    .insert(approvalNotices)
    .values(activityIds.map(activityId => ({ activityId, dueAt })))
    .onConflictDoUpdate({ target: approvalNotices.activityId, set: { dueAt } });
}

/** The activities that had one: of the others the owner has been notified. */
export async function deleteApprovalNotices(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .delete(approvalNotices)
    .where(inArray(approvalNotices.activityId, [...activityIds]))
    .returning({ id: approvalNotices.activityId });
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the due notices of an activity and of the other occurrences of its series, skipping those that another process has locked. */
export async function takeApprovalNotices(tx: Transaction, activityId: string, now: Date): Promise<string[]> {
  const named = alias(activities, 'named');
  const ofSeries = tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(named, eq(named.seriesId, activities.seriesId))
    .where(eq(named.id, activityId));
  const due = approvalNoticesDue(tx, now)
    .where(
      and(
        isDue(tx, now),
        or(eq(approvalNotices.activityId, activityId), inArray(approvalNotices.activityId, ofSeries)),
      ),
    )
    .orderBy(asc(approvalNotices.activityId))
    .for('update', { skipLocked: true });
  const rows = await tx
    .delete(approvalNotices)
    .where(inLockedRows(approvalNotices.activityId, due))
    .returning({ id: approvalNotices.activityId });
  return rows.map(({ id }) => id);
}

/** Those of the activities that have begun and have a memory that is not hidden: an approval is about the memory. */
export async function findRemembered(
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(activityMemories, eq(activityMemories.activityId, activities.id))
    .where(
      and(
        inArray(activities.id, [...activityIds]),
        lte(activities.date, now),
        not(activityMemories.isHidden),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

export const approvalNoticesDue = (db: Executor, now: Date) =>
  db
    .select({ activityId: approvalNotices.activityId })
    .from(approvalNotices)
    .where(isDue(db, now))
    .$dynamic();

/** The notice of an activity that was rejected meanwhile waits: an undo keeps it, the announcement of the rejection deletes it. */
const isDue = (db: Executor, now: Date) =>
  and(
    lte(approvalNotices.dueAt, now),
    isNotPostponed(APPROVALS, approvalNotices.activityId, now),
    notExists(
      db
        .select({ id: activities.id })
        .from(activities)
        .where(and(eq(activities.id, approvalNotices.activityId), eq(activities.status, 'rejected'))),
    ),
  );
