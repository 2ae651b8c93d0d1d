import { type LiveEvent, liveEvents, readLive } from '@minga/contract/live';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { z } from 'zod';
import type { PgListener } from '../database/listener.ts';
import type { Session } from '../http/session.ts';
import type { Logger } from '../log.ts';
import { LIVE_CHANNEL } from './publish.ts';

interface LiveData {
  session: Session;
  /** The ids of the last delivered messages. */
  deliveredIds: Set<string>;
}

export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;

export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

const MISSED: LiveEvent = 'puesta_al_dia';
/** The maximum number of remembered ids, which is more than the messages that can be delivered twice at the same time. */
const MAX_DELIVERED_IDS = 100;

const message = z.object({
  user: z.uuid(),
  event: z.enum(liveEvents),
  data: z.unknown(),
});

/** Loads the content of messages that contain only an id, and messages for users who were not connected. */
export interface LiveStore {
  /** Loads the content of a message, or returns null if it no longer exists. Called only for connected users. */
  read(user: string, event: LiveEvent, data: unknown): Promise<unknown>;
  /** Claims the messages that these users have missed; each is returned once. */
  claimMissed(users: string[]): Promise<{ user: string; event: LiveEvent; data: unknown }[]>;
}

interface Parts {
  readonly listener: PgListener;
  readonly log: Logger;
  readonly store: LiveStore;
}

/**
 * Delivers every message `{user, event, data}` of the channel to the user's connections to this process. After a gap in
 * the notifications it makes connected clients reload and delivers the messages that they missed; `welcome` does the latter for
 * a new connection.
 */
export function relayMessages(io: LiveServer, { listener, log, store }: Parts) {
  const connectionsOf = (user: string): LiveSocket[] =>
    [...(io.sockets.adapter.rooms.get(userRoom(user)) ?? [])].flatMap(id => io.sockets.sockets.get(id) ?? []);

  async function deliver(payload: string): Promise<void> {
    const { user, event, data } = message.parse(JSON.parse(payload));
    if (connectionsOf(user).length === 0) return;
    const content = await store.read(user, event, data);
    if (content === null) return;
    for (const socket of connectionsOf(user)) emitOnce(socket, event, content);
  }

  async function deliverMissed(sockets: LiveSocket[]): Promise<void> {
    const socketByUser = new Map(sockets.map(socket => [socket.data.session.user.id, socket]));
    try {
      for (const { user, event, data } of await store.claimMissed([...socketByUser.keys()])) {
        const socket = socketByUser.get(user);
        if (socket !== undefined) emitOnce(socket, event, data);
      }
    } catch (error) {
      log.warn({ err: error }, 'missed live messages could not be delivered');
    }
  }

  listener.on(
    LIVE_CHANNEL,
    payload =>
      // The error is logged without the payload, which may contain personal data.
      void deliver(payload).catch(error =>
        log.error({ err: error }, 'a live message could not be delivered'),
      ),
    () => {
      if (!listener.isListening()) return;
      io.local.emit(MISSED, {});
      const connected = [...io.sockets.sockets.values()];
      if (connected.length > 0) void deliverMissed(connected);
    },
  );
  return { welcome: (socket: LiveSocket) => deliverMissed([socket]) };
}

/** Emits a message once: while a connection opens, `deliver` and `deliverMissed` may both emit the same one. */
function emitOnce(socket: LiveSocket, event: LiveEvent, data: unknown): void {
  const content = readLive(event, data);
  if (content === null) throw new Error(`a message does not have the form of ${event}`);
  const id = 'id' in content ? content.id : undefined;
  if (id !== undefined) {
    const { deliveredIds } = socket.data;
    if (deliveredIds.has(id)) return;
    deliveredIds.add(id);
    for (const oldest of deliveredIds) {
      if (deliveredIds.size <= MAX_DELIVERED_IDS) break;
      deliveredIds.delete(oldest);
    }
  }
  socket.emit(event, content);
}
