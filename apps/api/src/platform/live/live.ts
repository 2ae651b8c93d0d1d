import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@minga/contract/errors';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Clock } from '../clock.ts';
import type { PgListener } from '../database/pg-listener.ts';
import { AppError } from '../errors.ts';
import type { Cookies } from '../http/cookies.ts';
import { isForeign } from '../http/origin-check.ts';
import type { Session } from '../http/session.ts';
import type { Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import { createConnectionPlaces } from './connection-places.ts';
import { limitPackets } from './packet-limit.ts';
import { type LiveStore, relayMessages } from './relay.ts';
import { type LiveServer, sessionRoom, userRoom } from './rooms.ts';
import { disconnectEndedSessions } from './session-disconnect.ts';
import { createTestNotification } from './test-notification.ts';

const PATH = '/socket.io/';
const MAX_MESSAGE_BYTES = 10_000;
/** Per process; more than the open tabs of any user, but a bound for a client that opens them in a loop. */
const MAX_CONNECTIONS_PER_USER = 20;
/** Time to join after the handshake: a connection that never does receives nothing. */
const JOIN_TIMEOUT_MS = 10_000;
/** A device that lost its network does not confirm the close. */
const CLOSE_TIMEOUT_MS = 1_000;

interface Parts {
  readonly publicUrl: string;
  readonly listener: PgListener;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  /** Does not extend the session: an open connection does not prove that the user is active. */
  readonly findSession: (cookies: Cookies) => Promise<Session | null>;
  readonly findActiveSessions: (ids: string[]) => Promise<ReadonlySet<string>>;
  readonly store: LiveStore;
}

export interface Live {
  /** Number of open connections to this process. */
  connections(): number;
}

/**
 * Serves live connections (CONTRACT.md section 5) by Socket.IO on the same port as `server`'s routes, and closes them
 * before it.
 */
export function serveLive(server: FastifyInstance, parts: Parts): Live {
  const sessions = new WeakMap<IncomingMessage, Session>();
  const places = createConnectionPlaces(MAX_CONNECTIONS_PER_USER);

  async function rejectionOf(request: IncomingMessage): Promise<ErrorCode | null> {
    if (isForeign(request.headers, parts.publicUrl)) return 'FOREIGN_ORIGIN';
    try {
      const session = await parts.findSession(server.parseCookie(request.headers.cookie ?? ''));
      if (session === null) return 'UNAUTHENTICATED';
      if (!places.take(request, session.user.id)) return 'RATE_LIMITED';
      sessions.set(request, session);
      return null;
    } catch (error) {
      parts.log.warn({ err: error }, 'a live connection could not be admitted');
      return 'UNAVAILABLE';
    }
  }

  const io: LiveServer = new Server(server.server, {
    path: PATH,
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: JOIN_TIMEOUT_MS,
    allowRequest: (request, callback) =>
      void rejectionOf(request).then(rejection => callback(rejection, rejection === null)),
  });
  io.engine.on('connection', socket => socket.once('close', () => places.release(socket.request)));
  io.engine.on('connection_error', ({ req }) => places.release(req));
  const relay = relayMessages(io, parts);
  const sessionDisconnect = disconnectEndedSessions(io, parts);
  const stopPacketLimit = limitPackets(io);

  io.use((socket, next) => {
    const session = sessions.get(socket.request);
    if (session === undefined) return next(new Error('UNAUTHENTICATED'));
    socket.data.session = session;
    socket.data.deliveredIds = new Set();
    next();
  });

  io.on('connection', socket => {
    const { id, user } = socket.data.session;
    void socket.join([userRoom(user.id), sessionRoom(id)]);
    // The session may have ended after the handshake checked it and before the socket joined its room.
    void sessionDisconnect.check([id]);
    void relay.welcome(socket);
    socket.on('ping', () => socket.emit('pong'));
    socket.on('test-notification', async (payload: unknown, acknowledge: unknown) => {
      const result = await createTestNotification(parts, user.id, payload);
      const isError = result instanceof AppError;
      if (!isError) socket.emit('nueva_notificacion', result);
      if (typeof acknowledge === 'function')
        acknowledge(isError ? { code: result.code, message: result.sentences } : { code: 'OK' });
    });
  });

  closeBeforeServer(server, io, () => {
    sessionDisconnect.stop();
    stopPacketLimit();
  });
  return { connections: () => io.engine.clientsCount };
}

/** Open connections would delay the server's close; their clients reconnect to another process. */
function closeBeforeServer(server: FastifyInstance, io: LiveServer, stop: () => void): void {
  const upgraded = new Set<Duplex>();
  server.server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
  });
  server.addHook('preClose', async () => {
    stop();
    io.engine.close();
    setTimeout(() => {
      for (const socket of upgraded) socket.destroy();
    }, CLOSE_TIMEOUT_MS).unref();
  });
}
