import { and, eq, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../database/connection.ts';
import { nextRetry } from './failed-rows.ts';
import { postponedWork } from './schema.ts';

/** The time after its last failure at which a row's failures are deleted: it no longer exists, or it is retried from the start. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Condition: the row with this key has not failed, or its retry is due. `key` is text, or an id. */
export const isNotPostponed = (task: string, key: SQLWrapper, now: Date): SQL =>
  sql`not exists (select from ${postponedWork} where ${postponedWork.task} = ${task} and ${postponedWork.key} = (${key})::text
    and (${postponedWork.retryAt} is null or ${postponedWork.retryAt} > ${now}::timestamptz))`;

export interface Postponed {
  readonly failures: number;
  readonly retryAt: Date | null;
}

/** Counts a failure of a row and postpones the row. */
export async function insertFailure(
  db: Executor,
  task: string,
  key: string,
  now: Date,
): Promise<Postponed | undefined> {
  const { failures } = postponedWork;
  const [row] = await db
    .insert(postponedWork)
    .values({
      task,
      key,
      failures: 1,
      failedAt: now,
      retryAt: nextRetry(0, now),
    })
    .onConflictDoUpdate({
      target: [postponedWork.task, postponedWork.key],
      set: {
        failures: sql`${failures} + 1`,
        failedAt: now,
        retryAt: nextRetry(failures, now),
      },
    })
    .returning({ failures, retryAt: postponedWork.retryAt });
  return row;
}

/** Deletes the failures of rows that have succeeded. */
export async function deleteFailures(tx: Transaction, task: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .delete(postponedWork)
    .where(and(eq(postponedWork.task, task), sql`${postponedWork.key} = any(${sql.param(keys)}::text[])`));
}

/** Whether rows of a task have failed. */
export const hasPostponed = async (db: Executor, task: string): Promise<boolean> =>
  (
    await db
      .select({ task: postponedWork.task })
      .from(postponedWork)
      .where(eq(postponedWork.task, task))
      .limit(1)
  ).length > 0;

/** Makes rows that were given up due for one more attempt. Every process does this at start, since a new release may have fixed the fault. */
export async function releaseGivenUp(db: Executor, now: Date): Promise<void> {
  await db.update(postponedWork).set({ retryAt: now }).where(isNull(postponedWork.retryAt));
}

export async function deleteOldFailures(db: Executor, now: Date): Promise<void> {
  await db.delete(postponedWork).where(lt(postponedWork.failedAt, new Date(now.getTime() - RETENTION_MS)));
}

/** Counts the failed rows of each task: those that are retried, and those that are given up. */
export async function countPostponed(
  db: Executor,
): Promise<{ task: string; retried: number; givenUp: number }[]> {
  const { task, retryAt } = postponedWork;
  return db
    .select({
      task,
      retried: sql<number>`count(${retryAt})::int`,
      givenUp: sql<number>`(count(*) - count(${retryAt}))::int`,
    })
    .from(postponedWork)
    .groupBy(task)
    .orderBy(task);
}
