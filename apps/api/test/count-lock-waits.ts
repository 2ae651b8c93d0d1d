import type { Database } from '../src/platform/database/connection.ts';

/**
 * How many connections wait for a lock in this test's own database. Not by `pg_locks`, which also lists those of all other
 * databases, where other tests run at the same time.
 */
export async function countLockWaits(db: Database): Promise<number> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await db.execute(waiting)).rows.length;
}
