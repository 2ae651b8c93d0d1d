import { and, asc, eq, inArray, lte, not, notExists, or } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { activities, activitiesAs, activityMemories } from '../../activities/queries.ts';
import { approvalNotices } from '../schema.ts';

/** The polling task that notifies owners of approvals. */
export const APPROVALS = 'approvals';

/** Stores notices of approvals. An unsent notice of an earlier approval is postponed. */
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

/** Deletes unsent notices of approvals. Returns the activities that had one; the owners of the others have already been notified. */
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

/** Deletes and returns the due notices of an activity and of its series. Skips notices that other processes have locked. */
export async function takeApprovalNotices(tx: Transaction, activityId: string, now: Date): Promise<string[]> {
  const named = activitiesAs('named');
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

/** Finds the activities that have started and have a visible memory. An approval of such an activity is about the memory. */
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

/** Excludes rejected activities: undoing the rejection makes the notice due again, and announcing the rejection deletes it. */
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
