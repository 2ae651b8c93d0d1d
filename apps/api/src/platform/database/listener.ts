import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';

/** Receives PostgreSQL notifications (LISTEN/NOTIFY) from all processes. */
export interface PgListener {
  /**
   * Subscribes to a channel; to be called before `start`. `onNotification` receives each payload. `onMissed` is called
   * whenever notifications may have been lost: when the connection breaks and when it is restored.
   */
  on(channel: string, onNotification: (payload: string) => void, onMissed: () => void): void;
  /** False while notifications may be lost. */
  isListening(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RECONNECT_INTERVAL_MS = 500;
const TIMES = { connectTimeoutMs: 3_000, heartbeatMs: 3_000, queryTimeoutMs: 4_000 };

interface Subscription {
  readonly onNotification: (payload: string) => void;
  readonly onMissed: () => void;
}

interface ListeningConnection {
  readonly client: pg.Client;
  readonly ended: Promise<void>;
}

/** Creates a listener on one dedicated connection, which it reopens whenever the connection breaks. */
export function createPgListener(
  { databaseUrl, log }: { databaseUrl: string; log: Logger },
  times = TIMES,
): PgListener {
  const subscriptions = new Map<string, Subscription>();
  const shutdown = new AbortController();
  let connection: ListeningConnection | null = null;
  let reconnecting: Promise<void> | null = null;

  const announceMissed = () => {
    for (const { onMissed } of subscriptions.values()) onMissed();
  };

  async function connect(): Promise<ListeningConnection> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: times.connectTimeoutMs,
      application_name: 'minga-notices',
      query_timeout: times.queryTimeoutMs,
    });
    const ended = new Promise<void>(resolve => client.once('end', resolve));
    client.on('error', error => log.warn({ err: error }, 'the LISTEN connection failed'));
    client.on('notification', ({ channel, payload = '' }) =>
      subscriptions.get(channel)?.onNotification(payload),
    );
    try {
      await client.connect();
      for (const channel of subscriptions.keys())
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // The promise is not awaited, since an unresponsive database never closes the connection.
      void client.end();
      throw error;
    }
    sendHeartbeats(client);
    connection = { client, ended };
    announceMissed();
    return connection;
  }

  /** Sends a query at an interval, since a listener cannot distinguish a broken connection from an idle one otherwise. */
  function sendHeartbeats(client: pg.Client): void {
    const timer = setInterval(
      () => void client.query('select 1').catch(() => client.end()),
      times.heartbeatMs,
    );
    client.once('end', () => clearInterval(timer));
  }

  async function reconnectUntilStopped(first: ListeningConnection): Promise<void> {
    let current: ListeningConnection | null = first;
    while (!shutdown.signal.aborted) {
      if (current === null) {
        current = await connect().catch(() => null);
        if (current === null)
          await wait(RECONNECT_INTERVAL_MS, undefined, { signal: shutdown.signal }).catch(() => undefined);
      } else {
        await current.ended;
        connection = null;
        current = null;
        announceMissed();
      }
    }
  }

  return {
    on(channel, onNotification, onMissed) {
      if (reconnecting !== null || subscriptions.has(channel))
        throw new Error(`${channel} is subscribed to twice or after start`);
      subscriptions.set(channel, { onNotification, onMissed });
    },
    isListening: () => connection !== null,
    async start() {
      reconnecting = reconnectUntilStopped(await connect());
    },
    async stop() {
      shutdown.abort();
      await connection?.client.end();
      await reconnecting;
    },
  };
}
