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
  type ReportAction,
} from './schema.ts';

type Target =
  | { readonly action: AccountAction; readonly targetType: 'account' }
  | { readonly action: ActivityAction; readonly targetType: 'activity' }
  | { readonly action: AttendanceAction; readonly targetType: 'attendance' }
  | { readonly action: CollectiveAction; readonly targetType: 'collective' }
  | { readonly action: JobAction; readonly targetType: 'job' }
  | { readonly action: ReportAction; readonly targetType: 'activity' | 'collective' | 'memory' };

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

/** The same for several. */
export async function recordAll(tx: Transaction, actions: readonly Action[]): Promise<void> {
  if (actions.length > 0) await tx.insert(auditLog).values([...actions]);
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

/** The last such action about a target; null: none. */
export async function findLast(
  tx: Transaction,
  action: Action['action'],
  targetId: string,
): Promise<{ actorId: string; at: Date } | null> {
  const [row] = await tx
    .select({ actorId: users.id, at: auditLog.at })
    .from(auditLog)
    .innerJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.action, action), eq(auditLog.targetId, targetId)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row ?? null;
}

/** Removes the reasons, which are free text, from entries about these activities. */
export async function removeReasons(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  await tx
    .update(auditLog)
    .set({ details: sql`${auditLog.details} - 'reason'` })
    .where(
      and(inArray(auditLog.targetType, ['activity', 'memory']), inArray(auditLog.targetId, [...activityIds])),
    );
}
