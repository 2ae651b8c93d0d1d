import pg from 'pg';
import { expect, vi } from 'vitest';

export interface TableLock {
  /** Waits until a connection with this application name waits for the lock. */
  waitForWaiter(applicationName: string): Promise<void>;
  release(): Promise<void>;
}

/** Locks a table exclusively, so that every other access blocks until the lock is released. */
export async function lockTable(url: string, table: string): Promise<TableLock> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = $1`;
  return {
    waitForWaiter: name =>
      vi.waitFor(async () => {
        // Within a transaction pg_stat_activity is otherwise a snapshot of the first read.
        await client.query('select pg_stat_clear_snapshot()');
        expect((await client.query(waiting, [name])).rowCount).toBe(1);
      }, 20_000),
    release: () => client.end(),
  };
}
