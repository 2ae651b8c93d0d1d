import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PROBE_TIMES, type WatchdogTimes, watchedClient } from './connection-watchdog.ts';
import { createInsertPreparer } from './prepared-inserts.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** The first parameter of repository functions: the database, or the caller's transaction. */
export type Executor = Database | Transaction;

export interface Connection {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
/** PostgreSQL cancels what takes longer. Sent as parameters of the connection's start. */
export const SESSION_TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

interface ConnectionTimes extends WatchdogTimes {
  readonly connectTimeoutMs: number;
}

const CONNECTION_TIMES: ConnectionTimes = {
  ...PROBE_TIMES,
  connectTimeoutMs: 3_000,
  // Later than the statement timeout, so that a working database cancels the statement first and reports it.
  deadlineMs: STATEMENT_TIMEOUT_MS + 5_000,
};

/** Opens a pool. `onError` receives errors of idle connections; the next query opens a new connection. */
export function openConnection(
  url: string,
  onError: (error: Error) => void,
  times: ConnectionTimes = CONNECTION_TIMES,
): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: times.connectTimeoutMs,
    ...SESSION_TIMEOUTS,
    application_name: 'minga',
    Client: watchedClient(url, times),
  });
  pool.on('connect', createInsertPreparer());
  pool.on('error', onError);
  const checkedOut = new WeakSet<pg.PoolClient>();
  pool.on('release', (_error, client) => void checkedOut.delete(client));
  pool.on('acquire', client => {
    checkedOut.add(client);
    // In a microtask: the pool sets `client.release` after it emits 'acquire' and before the caller resumes. If the caller waited too
    // long for a new connection, the pool has released it by then, and releasing it again would end the process.
    queueMicrotask(() => {
      if (checkedOut.has(client)) releaseBroken(client);
    });
  });
  const close = () => {
    // Errors of connections that break while the pool closes do not matter.
    pool.off('error', onError).on('error', () => undefined);
    return pool.end();
  };
  return { db: drizzle(pool), pool, close };
}

/**
 * Releases a checked-out connection that breaks. Drizzle does not release it when a transaction's `begin` fails, and
 * the pool would have one connection fewer for ever.
 */
function releaseBroken(client: pg.PoolClient): void {
  const { release } = client;
  let isReleased = false;
  const onEnd = () => client.release(true);
  client.once('end', onEnd);
  client.release = error => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(error);
  };
}
