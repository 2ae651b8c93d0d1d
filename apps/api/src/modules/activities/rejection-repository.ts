import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { rejectionNotices } from './rejection-schema.ts';
import { activities } from './schema.ts';

export type RejectionNotice = typeof rejectionNotices.$inferSelect;

/** A stale one, of an activity that was edited since its rejection, is replaced. */
export async function insertRejectionNotices(
  tx: Transaction,
  notices: readonly RejectionNotice[],
): Promise<void> {
  const { activityId } = rejectionNotices;
  await tx
    .insert(rejectionNotices)
    .values([...notices])
    .onConflictDoUpdate({
      target: activityId,
      set: { status: sql`excluded.status`, dueAt: sql`excluded.due_at` },
    });
}

const isOf = (activityIds: readonly string[]) => inArray(rejectionNotices.activityId, [...activityIds]);

/** Deletes and returns the due notices of locked activities. */
export const takeDueNotices = (
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<RejectionNotice[]> =>
  tx
    .delete(rejectionNotices)
    .where(and(isOf(activityIds), lte(rejectionNotices.dueAt, now)))
    .returning();

/** Deletes and returns the notices of locked activities that are not due yet. */
export const withdrawNotices = (
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<RejectionNotice[]> =>
  tx
    .delete(rejectionNotices)
    .where(and(isOf(activityIds), gt(rejectionNotices.dueAt, now)))
    .returning();

/** Deletes and returns all notices of locked activities. */
export const deleteNotices = (tx: Transaction, activityIds: readonly string[]): Promise<RejectionNotice[]> =>
  tx.delete(rejectionNotices).where(isOf(activityIds)).returning();

/** Gives rejected activities the status back that they had before. */
export async function setUnrejected(tx: Transaction, notices: readonly RejectionNotice[]): Promise<void> {
  for (const [status, group] of Map.groupBy(notices, notice => notice.status)) {
    const ids = group.map(({ activityId }) => activityId);
    const isRejected = eq(activities.status, 'rejected');
    await tx
      .update(activities)
      .set({ status, rejectionReason: null, reviewedAt: null })
      .where(and(inArray(activities.id, ids), isRejected));
  }
}
