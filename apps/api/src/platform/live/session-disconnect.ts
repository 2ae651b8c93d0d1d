import type { PgListener } from '../database/pg-listener.ts';
import type { Logger } from '../log.ts';
import { type LiveServer, sessionRoom } from './rooms.ts';

const CHANNEL = 'minga_sessions';
/** No notification is sent when a session expires. */
const CHECK_INTERVAL_MS = 60_000;

interface Parts {
  readonly listener: PgListener;
  readonly log: Logger;
  /** Returns those of the given session ids that are still valid. */
  readonly findActiveSessions: (ids: string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Disconnects clients whose sessions have ended, in any process and for any reason. Call `stop` before the server
 * closes.
 */
export function disconnectEndedSessions(io: LiveServer, { listener, log, findActiveSessions }: Parts) {
  const disconnect = (id: string): void => io.in(sessionRoom(id)).disconnectSockets(true);

  async function check(ids: Iterable<string>): Promise<void> {
    const checked = [...new Set(ids)];
    if (checked.length === 0) return;
    try {
      const active = await findActiveSessions(checked);
      for (const id of checked) if (!active.has(id)) disconnect(id);
    } catch (error) {
      log.warn({ err: error }, 'the sessions of live connections could not be checked');
    }
  }

  const checkAll = () => void check([...io.sockets.sockets.values()].map(({ data }) => data.session.id));

  listener.on(CHANNEL, disconnect, () => {
    if (listener.isListening()) checkAll();
  });
  const timer = setInterval(checkAll, CHECK_INTERVAL_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}
