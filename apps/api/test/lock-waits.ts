import { expect } from 'vitest';
import type { Database } from '../src/platform/database/connection.ts';

/**
 * Until at least so many connections wait for a lock in this test's own database. Not by `pg_locks`, which also lists
 * those of all other databases, where other tests run at the same time.
 */
export const lockWaits = (db: Database, count = 1) =>
  expect
    .poll(async () => (await db.execute(WAITING)).rows.length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
