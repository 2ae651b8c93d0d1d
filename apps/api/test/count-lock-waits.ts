import type { Database } from '../src/platform/database/connection.ts';

/**
 * The number of connections that wait for a lock in this test's database. `pg_locks` would include other databases, in which other
 * tests run concurrently.
 */
export async function countLockWaits(db: Database): Promise<number> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waiting)).rows.length;
}
