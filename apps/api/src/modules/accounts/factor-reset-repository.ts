import { and, asc, eq, lte } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { secondFactorResets } from './second-factor-schema.ts';

export type FactorReset = typeof secondFactorResets.$inferSelect;

export async function insertReset(
  db: Executor,
  reset: typeof secondFactorResets.$inferInsert,
): Promise<void> {
  await db.insert(secondFactorResets).values(reset);
}

/** A reset that another superadmin requests as well is the newest one's. */
export async function setRequester(db: Executor, userId: string, requestedBy: string): Promise<void> {
  await db.update(secondFactorResets).set({ requestedBy }).where(eq(secondFactorResets.userId, userId));
}

/** The reset of an account that was started and is not in force yet; null: none. */
export async function findReset(db: Executor, userId: string): Promise<FactorReset | null> {
  const [row] = await db.select().from(secondFactorResets).where(eq(secondFactorResets.userId, userId));
  return row ?? null;
}

export const findDueResets = (db: Executor, task: string, now: Date, limit: number): Promise<FactorReset[]> =>
  db
    .select()
    .from(secondFactorResets)
    .where(and(lte(secondFactorResets.dueAt, now), isNotPostponed(task, secondFactorResets.userId, now)))
    .orderBy(asc(secondFactorResets.dueAt))
    .limit(limit);

/** Deletes a due reset; false if it was cancelled, or a concurrent process has done it. */
export async function consumeReset(db: Executor, { userId, tokenHash }: FactorReset): Promise<boolean> {
  const isSame = and(eq(secondFactorResets.userId, userId), eq(secondFactorResets.tokenHash, tokenHash));
  const deleted = await db
    .delete(secondFactorResets)
    .where(isSame)
    .returning({ userId: secondFactorResets.userId });
  return deleted.length > 0;
}

/** Cancels the account's reset, if there is one. */
export async function deleteReset(db: Executor, userId: string): Promise<void> {
  await db.delete(secondFactorResets).where(eq(secondFactorResets.userId, userId));
}

/** Cancels the reset of a mailed link; false if there is none. */
export async function deleteResetByToken(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .delete(secondFactorResets)
    .where(eq(secondFactorResets.tokenHash, tokenHash))
    .returning({ userId: secondFactorResets.userId });
  return deleted.length > 0;
}
