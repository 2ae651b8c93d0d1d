import type { PgListener } from '../database/pg-listener.ts';
import type { Logger } from '../log.ts';
import { type LiveServer, sessionRoom } from './rooms.ts';

const CHANNEL = 'minga_sessions';
/** Nobody tells of a session that ends by the passing of time. */
const CHECK_EVERY_MS = 60_000;

interface Parts {
  readonly notices: PgListener;
  readonly log: Logger;
  /** Which of these sessions still live. */
  readonly findLiving: (ids: string[]) => Promise<ReadonlySet<string>>;
}

/** Ends the connections of sessions that have ended, wherever and however. Call `stop` before the server closes. */
export function endWithSessions(io: LiveServer, { notices, log, findLiving }: Parts) {
  const end = (id: string): void => io.in(sessionRoom(id)).disconnectSockets(true);

  async function check(ids: Iterable<string>): Promise<void> {
    const asked = [...new Set(ids)];
    if (asked.length === 0) return;
    try {
      const living = await findLiving(asked);
      for (const id of asked) if (!living.has(id)) end(id);
    } catch (error) {
      log.warn({ err: error }, 'the sessions of live connections could not be checked');
    }
  }

  const checkAll = () => void check([...io.sockets.sockets.values()].map(({ data }) => data.session.id));

  notices.on(CHANNEL, end, () => {
    if (notices.isListening()) checkAll();
  });
  const timer = setInterval(checkAll, CHECK_EVERY_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}
