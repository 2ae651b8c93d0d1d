import { eq, lt, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { FAILURE_RETENTION_SECONDS, MAX_LOCK_SECONDS } from './rules.ts';
import { signInFailures } from './schema.ts';

/**
 * Counts a failure and locks the key for 1 s after `free` failures, doubling with each further one. Returns the failures; null,
 * and no change, while the key is locked. One statement, so that concurrent attempts get no more tries than sequential ones.
 */
export async function insertFailure(
  db: Executor,
  emailHash: Buffer,
  now: Date,
  free: number,
): Promise<number | null> {
  const retainedSince = new Date(now.getTime() - FAILURE_RETENTION_SECONDS * 1000);
  const failures = sql`case when ${signInFailures.lastFailureAt} < ${retainedSince} then 1 else ${signInFailures.failures} + 1 end`;
  // 2^30 seconds exceeds the longest lock by far; the bound prevents an overflow of the power.
  const seconds = sql`least(${MAX_LOCK_SECONDS}::float8, power(2, least(30, (${failures}) - ${free}::int)))`;
  const refusedUntil = sql`case when (${failures}) < ${free}::int then ${now}::timestamptz else ${now}::timestamptz + make_interval(secs => ${seconds}) end`;
  // A lock that ends later than the longest possible one was written while the clock was wrong.
  const latestEnd = new Date(now.getTime() + MAX_LOCK_SECONDS * 1000);
  const counted = await db
    .insert(signInFailures)
    .values({
      emailHash,
      failures: 1,
      refusedUntil: free === 1 ? new Date(now.getTime() + 1000) : now,
      lastFailureAt: now,
    })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: { failures, refusedUntil, lastFailureAt: now },
      setWhere: sql`${signInFailures.refusedUntil} <= ${now} or ${signInFailures.refusedUntil} > ${latestEnd}`,
    })
    .returning({ failures: signInFailures.failures });
  return counted[0]?.failures ?? null;
}

/** When the lock of a key ends; null: it has no failures. */
export async function findLockEnd(db: Executor, emailHash: Buffer): Promise<Date | null> {
  const [row] = await db.select().from(signInFailures).where(eq(signInFailures.emailHash, emailHash));
  return row?.refusedUntil ?? null;
}

export async function deleteFailures(db: Executor, emailHash: Buffer): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, emailHash));
}

export async function deleteFailuresBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, before));
}
