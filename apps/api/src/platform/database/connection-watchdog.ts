import pg from 'pg';
import { watchQueries } from './watch-queries.ts';

export interface WatchdogTimes {
  /** Milliseconds without a response after which a query starts a probe of the database, repeated at this interval. */
  readonly checkIntervalMs: number;
  readonly probeTimeoutMs: number;
  /** Milliseconds after which the connection of a query without a response is destroyed, although the probe succeeds. */
  readonly deadlineMs: number;
}

/** An unavailable database is reported within 5 s (CONTRACT.md section 1). */
export const PROBE_TIMES = { checkIntervalMs: 2_000, probeTimeoutMs: 2_500 };
/** A probe that times out so much too late was delayed by a busy event loop and proves nothing about the database. */
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
      destroyWhenUnresponsive(this, isResponsive, times);
    }
  };
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

/** Concurrent callers share one probe. */
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
    // Not awaited: if the database stops responding now, the connection never closes.
    void client.end().catch(() => undefined);
  }
}
