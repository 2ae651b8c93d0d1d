import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@minga/contract/errors';
import { type LiveNotification, testNotification } from '@minga/contract/live';
import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type { Clock } from '../clock.ts';
import type { PgListener } from '../database/listener.ts';
import { AppError, invalid, unavailable } from '../errors.ts';
import { isForeign } from '../http/origin.ts';
import type { Cookies, Session } from '../http/session.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import type { Logger } from '../log.ts';
import {
  type LiveServer,
  type LiveSocket,
  type LiveStore,
  relayMessages,
  sessionRoom,
  userRoom,
} from './relay.ts';

interface ConnectionPlaces {
  /** Counts the handshake's connection of the user. Returns false if the user has the maximum number of connections. */
  take(handshake: IncomingMessage, userId: string): boolean;
  /** To be called when the handshake has failed or its connection has closed. Further calls have no effect. */
  release(handshake: IncomingMessage): void;
}

/** Counts a user's connections from the handshake on, since the transport is open before a client joins Socket.IO's namespace. */
function createConnectionPlaces(perUser: number): ConnectionPlaces {
  const counts = new Map<string, number>();
  const holders = new WeakMap<IncomingMessage, string>();
  return {
    take(handshake, userId) {
      const count = counts.get(userId) ?? 0;
      if (count >= perUser) return false;
      counts.set(userId, count + 1);
      holders.set(handshake, userId);
      return true;
    },
    release(handshake) {
      const userId = holders.get(handshake);
      if (userId === undefined) return;
      holders.delete(handshake);
      const left = (counts.get(userId) ?? 1) - 1;
      if (left === 0) counts.delete(userId);
      else counts.set(userId, left);
    },
  };
}

type Connection = LiveSocket['conn'];

/** The limit is far above normal use: a browser sends a `ping` every 30 s and responds to a heartbeat every 25 s. */
const MAX_PACKETS = 60;
const WINDOW_MS = 10_000;

/**
 * Closes a connection that sends more than 60 packets of any kind within 10 s. The packets are counted in memory, without a query. The
 * returned function is to be called before the server closes.
 */
function limitPackets(io: LiveServer): () => void {
  let counts = new WeakMap<Connection, number>();
  // Packets are counted on the engine's level, since those that are not events, or precede authentication, cost the same.
  io.engine.on('connection', (connection: Connection) => {
    connection.on('packet', () => {
      const count = (counts.get(connection) ?? 0) + 1;
      counts.set(connection, count);
      // `true` discards the packets that are still to be sent.
      if (count > MAX_PACKETS) connection.close(true);
    });
  });
  const timer = setInterval(() => {
    counts = new WeakMap();
  }, WINDOW_MS).unref();
  return () => clearInterval(timer);
}

const CHANNEL = 'minga_sessions';
/** The interval at which all sessions are checked, since no notification is sent when a session expires. */
const CHECK_INTERVAL_MS = 60_000;

interface DisconnectParts {
  readonly listener: PgListener;
  readonly log: Logger;
  /** Returns those of the given session ids that are still valid. */
  readonly findActiveSessions: (ids: string[]) => Promise<ReadonlySet<string>>;
}

/**
 * Disconnects clients whose sessions have ended, in any process and for any reason. `stop` is to be called before the server
 * closes.
 */
function disconnectEndedSessions(io: LiveServer, { listener, log, findActiveSessions }: DisconnectParts) {
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

// The limit of test notifications (docs/rules.md R5.4).
const testByUser: Limit = { name: 'test-notification', times: 5, seconds: 60 };

interface TestNotificationParts {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
}

/** Returns the test notification for `userId`, or the error to send instead. */
async function createTestNotification(
  { clock, limits, log }: TestNotificationParts,
  userId: string,
  payload: unknown,
): Promise<LiveNotification | AppError> {
  try {
    await limits.count(testByUser, userId);
    const { data, error } = testNotification.safeParse(payload);
    if (error !== undefined) throw invalid(error.issues.map(({ message }) => message));
    return {
      title: 'Aviso de prueba',
      message: data.message,
      type: 'test',
      taskId: null,
      timestamp: clock().toISOString(),
    };
  } catch (error) {
    if (error instanceof AppError) return error;
    log.error({ err: error }, 'a test notification failed');
    return unavailable();
  }
}

const PATH = '/socket.io/';
const MAX_MESSAGE_BYTES = 10_000;
/** The limit per process, which is more than the open tabs of any user and stops a client that opens connections in a loop. */
const MAX_CONNECTIONS_PER_USER = 20;
/** The time to join the namespace after the handshake. A connection that does not join receives no messages. */
const JOIN_TIMEOUT_MS = 10_000;
/** The time after which connections are destroyed, since a device without a network does not confirm the close. */
const CLOSE_TIMEOUT_MS = 1_000;

interface Parts {
  readonly publicUrl: string;
  readonly listener: PgListener;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  /** Finds a session without extending it, since an open connection does not prove that the user is active. */
  readonly findSession: (cookies: Cookies) => Promise<Session | null>;
  readonly findActiveSessions: (ids: string[]) => Promise<ReadonlySet<string>>;
  readonly store: LiveStore;
}

export interface Live {
  /** Returns the number of open connections to this process. */
  connections(): number;
}

/**
 * Serves live connections (docs/rules.md R5.4) by Socket.IO on the same port as `server`'s routes, and closes them
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

/** Closes the connections before the server, since they would delay its close. Their clients reconnect to another process. */
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
