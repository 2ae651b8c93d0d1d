import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * Calls `onStart` with each query of a connection when it is sent, and the function it returns when the query has
 * succeeded or failed.
 */
export function watchQueries(client: pg.ClientBase, onStart: (query: unknown) => () => void): void {
  const query = client.query.bind(client) as Query;
  const watched: Query = (...args) => {
    const onEnd = onStart(args[0]);
    const callback = args.at(-1);
    if (typeof callback !== 'function') return (query(...args) as Promise<unknown>).finally(onEnd);
    return query(...args.slice(0, -1), (...result: unknown[]) => {
      onEnd();
      callback(...result);
    });
  };
  client.query = watched as typeof client.query;
}

const SLOW_QUERY_MS = 1_000;
/** The length to which a statement's text is truncated, which is enough to identify it. */
const MAX_TEXT_LENGTH = 300;

/** Logs statements that take longer than a second: their text with placeholders (`$1`), never the values. */
export function warnOfSlowQueries(pool: pg.Pool, log: Logger, slowMs = SLOW_QUERY_MS): void {
  pool.on('connect', client => {
    watchQueries(client, query => {
      const start = performance.now();
      return () => {
        const milliseconds = Math.round(performance.now() - start);
        if (milliseconds >= slowMs) log.warn({ milliseconds, statement: textOf(query) }, 'slow query');
      };
    });
  });
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH) : '';
}

export interface WatchdogTimes {
  /** Milliseconds without a response after which a query starts a probe of the database, and the interval of further probes. */
  readonly checkIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** Milliseconds after which the connection of a query without a response is destroyed even if the probe succeeds. */
  readonly deadlineMs: number;
}

/** An unavailable database is reported within 5 s (docs/rules.md R1.4), of which a busy machine needs up to one for the response. */
export const PROBE_TIMES = { checkIntervalMs: 1_500, probeTimeoutMs: 2_500 };
/** A probe whose timeout fires later than this was delayed by a busy event loop and proves nothing about the database. */
const EVENT_LOOP_DELAY_MS = 300;
const TCP_KEEP_ALIVE_MS = 10_000;

/**
 * A client class for `pg.Pool`. A slow statement may run until the database's own timeout. A database that stops
 * responding (its machine halted, the network drops every packet) would leave a query pending for ever: the watchdog
 * then destroys the connection, which makes the query fail with 'Connection terminated', and the pool opens another
 * one. It also destroys a connection whose query has no response within the deadline while the database accepts new
 * connections: then only this connection is broken.
 */
export function watchedClient(
  url: string,
  times: WatchdogTimes,
): new (
  config?: pg.ClientConfig,
) => pg.Client {
  const isResponsive = sharedProbe(url, times.probeTimeoutMs);
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: TCP_KEEP_ALIVE_MS });
      // A pool handles errors of idle connections only. Without a listener, a connection that breaks between two
      // queries of a transaction would end the process; with one, the next query of the transaction fails.
      this.on('error', () => undefined);
      joinWrites(this);
      destroyWhenUnresponsive(this, isResponsive, times);
    }
  };
}

/** Sends the queries of one turn of the event loop with one write, since a write to a socket costs as much as a short query. */
function joinWrites(client: pg.Client): void {
  watchQueries(client, () => {
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    return () => undefined;
  });
}

function destroyWhenUnresponsive(
  client: pg.Client,
  isResponsive: () => Promise<boolean>,
  { checkIntervalMs, deadlineMs }: WatchdogTimes,
): void {
  watchQueries(client, () => {
    const start = performance.now();
    let timer = setTimeout(check, checkIntervalMs);
    let isFinished = false;
    function check(): void {
      void isResponsive().then(responsive => {
        if (isFinished) return;
        if (responsive && performance.now() - start < deadlineMs) timer = setTimeout(check, checkIntervalMs);
        else client.connection.stream.destroy(new Error('Connection terminated: the database is silent'));
      });
    }
    return () => {
      isFinished = true;
      clearTimeout(timer);
    };
  });
}

/** Returns a function that probes the database. Its concurrent callers share one probe. */
function sharedProbe(url: string, timeoutMs: number): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null;
  return () => {
    pending ??= probe(url, timeoutMs).finally(() => {
      pending = null;
    });
    return pending;
  };
}

/** Whether the database responds to a new connection; an error that the database itself sends is a response. */
async function probe(url: string, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    application_name: 'minga-sign-of-life',
  });
  client.on('error', () => undefined);
  const start = performance.now();
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError || performance.now() - start > timeoutMs + EVENT_LOOP_DELAY_MS;
  } finally {
    // The promise is not awaited: if the database stops responding now, the connection never closes.
    void client.end().catch(() => undefined);
  }
}

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
/** The timeouts after which PostgreSQL cancels a statement or ends an idle transaction. They are startup parameters of the connection. */
export const SESSION_TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

interface ConnectionTimes extends WatchdogTimes {
  readonly connectTimeoutMs: number;
}

/** The times of the product. */
export const CONNECTION_TIMES: ConnectionTimes = {
  ...PROBE_TIMES,
  connectTimeoutMs: 3_000,
  // The deadline is after the statement timeout, so that a working database cancels the statement first and reports it.
  deadlineMs: STATEMENT_TIMEOUT_MS + 5_000,
};

type Settled<Statements extends readonly unknown[]> = {
  -readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * Waits for statements of one transaction that do not depend on each other's results. A connection sends them at once and PostgreSQL runs
 * them in this order, so that they take one round trip. Like `Promise.all`, except that it throws the first error only after all have
 * ended: a statement that is sent later would run after the transaction's rollback.
 */
export async function settleAll<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<Settled<Statements>> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  return settled.map(one => (one.status === 'fulfilled' ? one.value : undefined)) as Settled<Statements>;
}

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
    // Sends a statement without waiting for the response to the one before (`settleAll`).
    pipeline: true,
    Client: watchedClient(url, times),
  });
  pool.on('error', onError);
  const checkedOut = new WeakSet<pg.PoolClient>();
  pool.on('release', (_error, client) => void checkedOut.delete(client));
  pool.on('acquire', client => {
    checkedOut.add(client);
    // This needs a microtask: the pool sets `client.release` after it emits 'acquire' and before the caller resumes. If the caller waited
    // too long for a new connection, the pool has released it by then, and a second release would end the process.
    queueMicrotask(() => {
      if (checkedOut.has(client)) releaseBroken(client);
    });
  });
  const close = () => {
    // Errors of connections that break while the pool closes are ignored.
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
