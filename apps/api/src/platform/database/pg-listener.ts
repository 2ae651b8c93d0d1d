import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';

/** Hears what other processes notify by PostgreSQL's NOTIFY. */
export interface PgListener {
  /**
   * Calls `heard` for each notice of a channel, and `missed` whenever some may have been lost: when the connection
   * breaks, and when it is back. Before `start`.
   */
  on(channel: string, heard: (payload: string) => void, missed: () => void): void;
  /** False while notices may be lost. */
  isListening(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = 500;
const CONNECT_MS = 3_000;
const ASK_MS = 3_000;
const ANSWER_MS = 4_000;

interface Listener {
  readonly heard: (payload: string) => void;
  readonly missed: () => void;
}

/** One connection of its own, opened again whenever it breaks. */
export function createPgListener({ databaseUrl, log }: { databaseUrl: string; log: Logger }): PgListener {
  const listeners = new Map<string, Listener>();
  const leaving = new AbortController();
  let client: pg.Client | null = null;
  let guarding: Promise<void> | null = null;

  const miss = () => {
    for (const { missed } of listeners.values()) missed();
  };

  async function listen(): Promise<{ ended: Promise<void> }> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'minga-notices',
      query_timeout: ANSWER_MS,
    });
    const ended = new Promise<void>(resolve => fresh.once('end', resolve));
    fresh.on('error', error => log.warn({ err: error }, 'the connection for notices broke'));
    fresh.on('notification', ({ channel, payload = '' }) => listeners.get(channel)?.heard(payload));
    try {
      await fresh.connect();
      for (const channel of listeners.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // Not waited for: a database that is silent says no goodbye.
      void fresh.end();
      throw error;
    }
    endWhenSilent(fresh);
    client = fresh;
    miss();
    return { ended };
  }

  /** A line that drops everything looks like one on which nothing is notified: it is asked for a sign of life. */
  function endWhenSilent(fresh: pg.Client): void {
    const asking = setInterval(() => void fresh.query('select 1').catch(() => fresh.end()), ASK_MS);
    fresh.once('end', () => clearInterval(asking));
  }

  async function guard(first: { ended: Promise<void> }): Promise<void> {
    let current: { ended: Promise<void> } | null = first;
    while (!leaving.signal.aborted) {
      if (current === null) {
        current = await listen().catch(() => null);
        if (current === null)
          await wait(RETRY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
      } else {
        await current.ended;
        client = null;
        current = null;
        miss();
      }
    }
  }

  return {
    on(channel, heard, missed) {
      if (guarding !== null || listeners.has(channel))
        throw new Error(`${channel} is listened to too late or twice`);
      listeners.set(channel, { heard, missed });
    },
    isListening: () => client !== null,
    async start() {
      guarding = guard(await listen());
    },
    async stop() {
      leaving.abort();
      await client?.end();
      await guarding;
    },
  };
}
