import { eq, lte } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { approvalNotices } from './schema.ts';

/** An earlier one that is not sent yet, of an activity that was edited since, is put off. */
export async function insertApprovalNotice(tx: Transaction, activityId: string, dueAt: Date): Promise<void> {
  await tx
    .insert(approvalNotices)
    .values({ activityId, dueAt })
    .onConflictDoUpdate({ target: approvalNotices.activityId, set: { dueAt } });
}

/** Returns false if there is none: the owner has been notified. */
export async function deleteApprovalNotice(tx: Transaction, activityId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(approvalNotices).where(eq(approvalNotices.activityId, activityId));
  return rowCount === 1;
}

export const approvalNoticesDue = (db: Executor, now: Date) =>
  db
    .select({ activityId: approvalNotices.activityId })
    .from(approvalNotices)
    .where(lte(approvalNotices.dueAt, now))
    .$dynamic();
