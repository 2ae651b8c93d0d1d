import pg from 'pg';
import { watchQueries } from './watch-queries.ts';

/** A statement that takes longer makes us look whether the database lives at all … */
const CHECK_AFTER_MS = 2_000;
/** … which it has so long to show. */
const PROBE_TIMEOUT_MS = 2_500;
/** Who looks so much longer than that was kept from listening (a machine that is overrun): nothing is proved by it. */
const EVENT_LOOP_DELAY_MS = 300;
/** The kernel asks a database that has said nothing for so long whether it still knows of the connection. */
const TCP_KEEP_ALIVE_MS = 10_000;

/**
 * The connections of a pool. A statement may take as long as the database lets it. A database that has fallen silent
 * (stopped, behind a line that drops everything) would never say anything again: the waiting connection is then broken off,
 * its caller told that the database is away, and the pool opens another when it is back. So is one whose answer has not
 * come after `longestMs`, when no statement takes so long: of this one connection everything is dropped.
 */
export function watchedClient(url: string, longestMs: number): new (config?: pg.ClientConfig) => pg.Client {
  const isAlive = livenessProbe(url);
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: TCP_KEEP_ALIVE_MS });
      // A pool listens to its idle connections only. One that breaks inside a transaction, between two queries, would end
      // the process; so heard, it makes the transaction's next query fail.
      this.on('error', () => undefined);
      destroyWhenUnresponsive(this, isAlive, longestMs);
    }
  };
}

function destroyWhenUnresponsive(
  client: pg.Client,
  isAlive: () => Promise<boolean>,
  longestMs: number,
): void {
  /** Returns what is to be called when the answer has come. */
  function watch(): () => void {
    const asked = performance.now();
    let timer = setTimeout(look, CHECK_AFTER_MS);
    let isAnswered = false;
    function look(): void {
      void isAlive().then(lives => {
        if (isAnswered) return;
        if (lives && performance.now() - asked < longestMs) timer = setTimeout(look, CHECK_AFTER_MS);
        else client.connection.stream.destroy(new Error('Connection terminated: the database is silent'));
      });
    }
    return () => {
      isAnswered = true;
      clearTimeout(timer);
    };
  }

  watchQueries(client, watch);
}

/** Does the database at `url` answer who comes anew, if only with a refusal? Those who ask at the same time share one look. */
function livenessProbe(url: string): () => Promise<boolean> {
  let looking: Promise<boolean> | null = null;
  return () => {
    looking ??= answers(url).finally(() => {
      looking = null;
    });
    return looking;
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    application_name: 'minga-sign-of-life',
  });
  client.on('error', () => undefined);
  const start = performance.now();
  try {
    await client.connect();
    return true;
  } catch (error) {
    return (
      error instanceof pg.DatabaseError || performance.now() - start > PROBE_TIMEOUT_MS + EVENT_LOOP_DELAY_MS
    );
  } finally {
    // Not waited for: of a database that falls silent now the goodbye would never come.
    void client.end().catch(() => undefined);
  }
}
