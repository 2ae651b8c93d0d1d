import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import {
  type AccountAction,
  type ActionDetails,
  type ActivityAction,
  type AttendanceAction,
  auditLog,
  type CollectiveAction,
  type JobAction,
  type LegalAction,
  type TrustAction,
} from './schema.ts';

type Target =
  | { readonly action: AccountAction; readonly targetType: 'account' }
  | { readonly action: ActivityAction; readonly targetType: 'activity' }
  | { readonly action: AttendanceAction; readonly targetType: 'attendance' }
  | { readonly action: CollectiveAction; readonly targetType: 'collective' }
  | { readonly action: JobAction; readonly targetType: 'job' }
  | { readonly action: LegalAction; readonly targetType: 'legal-text' }
  /** The id is that of the new version. */
  | { readonly action: TrustAction; readonly targetType: 'trust' };

export type Action = Target & {
  readonly actorId: string;
  readonly targetId: string;
  readonly at: Date;
  readonly details?: ActionDetails;
};

/** Logs an action in its own transaction, so that neither is committed without the other. */
export async function recordAction(tx: Transaction, action: Action): Promise<void> {
  await tx.insert(auditLog).values(action);
}

/** A logged action with the current name of its actor; null: the account was deleted. */
export type RecordedAction = Awaited<ReturnType<typeof newestActions>>[number];

/** The newest actions first. */
export const newestActions = (db: Database, limit: number) =>
  db
    .select({
      at: auditLog.at,
      actorId: auditLog.actorId,
      actorName: users.username,
      action: auditLog.action,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .orderBy(desc(auditLog.id))
    .limit(limit);

/** Removes the reasons, which are free text, from entries about these activities. */
export async function removeReasons(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  await tx
    .update(auditLog)
    .set({ details: sql`${auditLog.details} - 'reason'` })
    .where(and(eq(auditLog.targetType, 'activity'), inArray(auditLog.targetId, [...activityIds])));
}
