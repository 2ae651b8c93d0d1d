import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { breakOffSilence, signOfLife } from './silence.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a repository takes first: the database, or the transaction that its caller has opened. */
export type Executor = Database | Transaction;

export interface Connection {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const CONNECTIONS = 20;
const CONNECT_MS = 3_000;
const STATEMENT_MS = 30_000;

/** A pool on `url`. `onError` hears of idle connections that break; the next query opens a new one. */
export function openConnection(url: string, onError: (error: Error) => void): Connection {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    application_name: 'minga',
  });
  pool.on('error', onError);
  // The pool listens to its idle connections only. One that breaks inside a transaction, between two queries, would end
  // the process; so heard, it makes the transaction's next query fail.
  const isAlive = signOfLife(url);
  pool.on('connect', client => {
    client.on('error', () => undefined);
    breakOffSilence(client, isAlive);
  });
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
