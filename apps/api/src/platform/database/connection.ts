import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { watchedClient } from './connection-watchdog.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository takes first: the database, or the transaction that its caller has opened. */
export type Executor = Database | Transaction;

export interface Connection {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 30_000;
/** By then the database has ended the statement itself, and said so. */
const QUERY_DEADLINE_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** A pool on `url`. `onError` hears of idle connections that break; the next query opens a new one. */
export function openConnection(url: string, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'minga',
    Client: watchedClient(url, QUERY_DEADLINE_MS),
  });
  pool.on('error', onError);
  // A moment later: the pool sets `release` after it has told of it, and before whoever asked goes on.
  pool.on('acquire', client => queueMicrotask(() => releaseBroken(client)));
  const close = () => {
    // Those that break while they are closed have done their work.
    pool.off('error', onError).on('error', () => undefined);
    return pool.end();
  };
  return { db: drizzle(pool), pool, close };
}

/**
 * Gives back the place of a connection that breaks while somebody has it. Drizzle does not when a transaction's `begin`
 * fails, and the pool would have one place less for ever.
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
