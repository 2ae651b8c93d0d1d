import { sql } from 'drizzle-orm';
import type { Executor } from '../database/connection.ts';

/** Advisory lock: shared by sweeps, exclusive for a backup. Any number works, as long as it never changes. */
export const SWEEP_LOCK = 20_261_123;

/**
 * Tries to get the lock until the end of the transaction. Returns false while a backup copies the images that it has
 * listed.
 */
export async function tryLockSweep(tx: Executor): Promise<boolean> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${SWEEP_LOCK}) as locked`);
  return rows[0]?.locked === true;
}
