import { sql } from 'drizzle-orm';
import type { Executor } from '../database/connection.ts';

/** PostgreSQL's advisory lock that sweeps share and a backup has alone. Any number will do, as long as it never changes. */
export const SWEEP_LOCK = 20_261_123;

/** May files be removed until the end of this transaction? Not while a backup copies the pictures that it has listed. */
export async function maySweep(tx: Executor): Promise<boolean> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${SWEEP_LOCK}) as may`);
  return rows[0]?.may === true;
}
