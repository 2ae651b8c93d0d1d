import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../platform/database/connection.ts';
import { rateLimited } from '../../platform/errors.ts';
import { FAILURES_FORGOTTEN_SECONDS, FREE_FAILURES, LONGEST_REFUSAL_SECONDS } from './rules.ts';
import { signInFailures } from './schema.ts';

const hashOf = (who: string) => createHash('sha256').update(who).digest();

/**
 * Counts a try as failed before the password is looked at, in one statement: so a hundred at once get no more tries
 * than one after the other. Refused with 429 while the address is locked; that does not lengthen the lock.
 * `who` is the address that is tried, or the account whose owner is asked for the password again.
 * `factor` multiplies the free tries, 0 turns the guard off (CONTRACT.md section 2).
 */
export async function claimSignIn(db: Database, who: string, now: Date, factor: number): Promise<void> {
  if (factor === 0) return;
  const free = Math.max(1, Math.floor(FREE_FAILURES * factor));
  const emailHash = hashOf(who);
  const forgotten = new Date(now.getTime() - FAILURES_FORGOTTEN_SECONDS * 1000);
  const failures = sql`case when ${signInFailures.lastFailureAt} < ${forgotten} then 1 else ${signInFailures.failures} + 1 end`;
  // 2^30 seconds is past the longest refusal by far; the bound keeps the power from overflowing.
  const seconds = sql`least(${LONGEST_REFUSAL_SECONDS}::float8, power(2, least(30, (${failures}) - ${free}::int)))`;
  const refusedUntil = sql`case when (${failures}) < ${free}::int then ${now}::timestamptz else ${now}::timestamptz + make_interval(secs => ${seconds}) end`;
  // No refusal reaches further ahead: such a one was written when the clock was wrong.
  const longest = new Date(now.getTime() + LONGEST_REFUSAL_SECONDS * 1000);
  const claimed = await db
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
      setWhere: sql`${signInFailures.refusedUntil} <= ${now} or ${signInFailures.refusedUntil} > ${longest}`,
    })
    .returning({ failures: signInFailures.failures });
  if (claimed.length === 0) throw rateLimited(await secondsLeft(db, emailHash, now));
}

/** The right password was given: earlier failures no longer count. */
export async function clearSignInFailures(db: Executor, who: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, hashOf(who)));
}

async function secondsLeft(db: Database, emailHash: Buffer, now: Date): Promise<number> {
  const [row] = await db.select().from(signInFailures).where(eq(signInFailures.emailHash, emailHash));
  return Math.max(1, ((row?.refusedUntil.getTime() ?? 0) - now.getTime()) / 1000);
}
