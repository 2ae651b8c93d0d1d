import { type LiveEvent, liveEvents } from '@minga/contract/live';
import { z } from 'zod';
import type { PgListener } from '../database/pg-listener.ts';
import type { Logger } from '../log.ts';
import { LIVE_CHANNEL } from './announce.ts';
import { type LiveServer, type LiveSocket, userRoom } from './rooms.ts';

const MISSED: LiveEvent = 'puesta_al_dia';
/** More than can be on their way twice at the same time. */
const REMEMBERED = 100;

const notice = z.object({
  user: z.uuid(),
  event: z.enum(Object.keys(liveEvents) as LiveEvent[]),
  data: z.unknown(),
});

/** What a notice only names, and what waits for somebody to connect. */
export interface Stored {
  /** Reads what a notice of `event` stands for; null: nothing any more. Asked only for who is connected. */
  read(user: string, event: LiveEvent, data: unknown): Promise<unknown>;
  /** What these people have missed, taken from the store: nobody is given it twice. */
  takeMissed(users: string[]): Promise<{ user: string; event: LiveEvent; data: unknown }[]>;
}

interface Parts {
  readonly notices: PgListener;
  readonly log: Logger;
  readonly stored: Stored;
}

/**
 * Hands every notice `{user, event, data}` of the channel to that person's connections to this process. Whoever is
 * connected is told when notices may have been lost, as soon as they are heard again, and given what was missed; who
 * connects is given it by `welcome`.
 */
export function relayNotices(io: LiveServer, { notices, log, stored }: Parts) {
  const connectionsOf = (user: string): LiveSocket[] =>
    [...(io.sockets.adapter.rooms.get(userRoom(user)) ?? [])].flatMap(id => io.sockets.sockets.get(id) ?? []);

  async function pass(payload: string): Promise<void> {
    const { user, event, data } = notice.parse(JSON.parse(payload));
    if (connectionsOf(user).length === 0) return;
    const content = await stored.read(user, event, data);
    if (content === null) return;
    for (const socket of connectionsOf(user)) emitOnce(socket, event, content);
  }

  async function welcome(sockets: LiveSocket[]): Promise<void> {
    const first = new Map(sockets.map(socket => [socket.data.session.user.id, socket]));
    try {
      for (const { user, event, data } of await stored.takeMissed([...first.keys()])) {
        const socket = first.get(user);
        if (socket !== undefined) emitOnce(socket, event, data);
      }
    } catch (error) {
      log.warn({ err: error }, 'what was missed could not be handed over');
    }
  }

  notices.on(
    LIVE_CHANNEL,
    payload =>
      // Without the payload, which may hold somebody's words.
      void pass(payload).catch(error =>
        log.error({ err: error }, 'a notice for live connections could not be passed on'),
      ),
    () => {
      if (!notices.isListening()) return;
      io.local.emit(MISSED, {});
      const connected = [...io.sockets.sockets.values()];
      if (connected.length > 0) void welcome(connected);
    },
  );
  return { welcome: (socket: LiveSocket) => welcome([socket]) };
}

/** A notice and what was missed may bring the same to a connection that is just being opened. */
function emitOnce(socket: LiveSocket, event: LiveEvent, data: unknown): void {
  const content = liveEvents[event].parse(data);
  const id = 'id' in content ? content.id : undefined;
  if (id !== undefined) {
    if (socket.data.given.has(id)) return;
    socket.data.given.add(id);
    for (const old of socket.data.given) {
      if (socket.data.given.size <= REMEMBERED) break;
      socket.data.given.delete(old);
    }
  }
  socket.emit(event, content);
}
