import type { LiveServer, LiveSocket } from './rooms.ts';

type Connection = LiveSocket['conn'];

/** Far above normal use: a browser sends a `ping` every 30 s and answers a heartbeat every 25 s. */
const MAX_PACKETS = 60;
const WINDOW_MS = 10_000;

/**
 * Closes a connection that sends more than 60 packets of any kind within 10 s. Counted in memory, without a query. Call
 * the returned function before the server closes.
 */
export function limitPackets(io: LiveServer): () => void {
  let counts = new WeakMap<Connection, number>();
  // On engine level: packets that are no events, or precede authentication, cost the same.
  io.engine.on('connection', (connection: Connection) => {
    connection.on('packet', () => {
      const count = (counts.get(connection) ?? 0) + 1;
      counts.set(connection, count);
      // `true` discards what is still to be sent.
      if (count > MAX_PACKETS) connection.close(true);
    });
  });
  const timer = setInterval(() => {
    counts = new WeakMap();
  }, WINDOW_MS).unref();
  return () => clearInterval(timer);
}
