import type { LiveServer, LiveSocket } from './rooms.ts';

type Connection = LiveSocket['conn'];

/** A browser sends a heartbeat in 30 s and an answer to ours in 25 s. */
const PACKETS_MAX = 60;
const EVERY_MS = 10_000;

/**
 * Ends a connection that sends more than 60 packets, of whatever kind, within 10 s. Counted in this process, without a
 * query. Call the returned function before the server closes.
 */
export function endFloods(io: LiveServer): () => void {
  let sent = new WeakMap<Connection, number>();
  // Below the events: what is no event, or comes before the sign-on, costs the same.
  io.engine.on('connection', (connection: Connection) => {
    connection.on('packet', () => {
      const count = (sent.get(connection) ?? 0) + 1;
      sent.set(connection, count);
      // At once: who sends like this need not read what waits for it.
      if (count > PACKETS_MAX) connection.close(true);
    });
  });
  const timer = setInterval(() => {
    sent = new WeakMap();
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}
