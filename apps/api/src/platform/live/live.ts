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
import { endFloods } from './flood.ts';
import { relayNotices, type Stored } from './relay.ts';
import { type LiveServer, sessionRoom, userRoom } from './rooms.ts';
import { endWithSessions } from './session-end.ts';
import { answerTest } from './test-notification.ts';

const PATH = '/socket.io/';
const MESSAGE_BYTES = 10_000;
/** Of one person to one process: more than anybody has tabs, and an end to who opens them for fun. */
const CONNECTIONS_MAX = 20;
/** A phone that is gone does not answer the goodbye. */
const GOODBYE_MS = 1_000;

interface Parts {
  readonly publicUrl: string;
  readonly notices: PgListener;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Logger;
  /** Whose session these cookies are. Being connected is no use of it: nobody need be there. */
  readonly findSession: (cookies: Cookies) => Promise<Session | null>;
  readonly findLiving: (ids: string[]) => Promise<ReadonlySet<string>>;
  readonly stored: Stored;
}

export interface Live {
  /** How many are open in this process. */
  connections(): number;
}

/** The live connection (CONTRACT.md section 5): Socket.IO beside `server`'s routes, closed before it. */
export function serveLive(server: FastifyInstance, parts: Parts): Live {
  const sessions = new WeakMap<IncomingMessage, Session>();

  async function refusalOf(request: IncomingMessage): Promise<ErrorCode | null> {
    if (isForeign(request.headers, parts.publicUrl)) return 'FOREIGN_ORIGIN';
    try {
      const session = await parts.findSession(server.parseCookie(request.headers.cookie ?? ''));
      if (session === null) return 'UNAUTHENTICATED';
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
    maxHttpBufferSize: MESSAGE_BYTES,
    allowRequest: (request, answer) =>
      void refusalOf(request).then(refusal => answer(refusal, refusal === null)),
  });
  const relay = relayNotices(io, parts);
  const ending = endWithSessions(io, parts);
  const stopCounting = endFloods(io);

  io.use((socket, next) => {
    const session = sessions.get(socket.request);
    if (session === undefined) return next(new Error('UNAUTHENTICATED'));
    const open = io.sockets.adapter.rooms.get(userRoom(session.user.id))?.size ?? 0;
    if (open >= CONNECTIONS_MAX) return next(new Error('RATE_LIMITED'));
    socket.data.session = session;
    socket.data.given = new Set();
    next();
  });

  io.on('connection', socket => {
    const { id, user } = socket.data.session;
    void socket.join([userRoom(user.id), sessionRoom(id)]);
    // It may have ended since the handshake looked, when nobody could tell us yet.
    void ending.check([id]);
    void relay.welcome(socket);
    socket.on('ping', () => socket.emit('pong'));
    socket.on('test-notification', async (payload: unknown, acknowledge: unknown) => {
      const answer = await answerTest(parts, user.id, payload);
      const isRefused = answer instanceof AppError;
      if (!isRefused) socket.emit('nueva_notificacion', answer);
      if (typeof acknowledge === 'function')
        acknowledge(isRefused ? { code: answer.code, message: answer.sentences } : { code: 'OK' });
    });
  });

  closeBefore(server, io, () => {
    ending.stop();
    stopCounting();
  });
  return { connections: () => io.engine.clientsCount };
}

/** Connections would keep the server from closing; their clients try again, and find another process. */
function closeBefore(server: FastifyInstance, io: LiveServer, stop: () => void): void {
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
    }, GOODBYE_MS).unref();
  });
}
