import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorReply } from '@minga/contract/errors';
import { NOT_UNDERSTOOD } from '../errors.ts';
import { BYTES_PER_SECOND_MIN } from './upload-places.ts';

/** The time in which any body must arrive; each received byte extends it by the time that it takes at the slowest accepted speed. */
const BODY_MS = 60_000;
/** The time for the rest of a body whose response has been sent. The server reads and drops it, so that the client reads the response. */
const REST_MS = 10_000;
const CHECK_MS = 1_000;

interface PendingBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly startedAt: number;
  readonly bytesBefore: number;
  respondedAt: number | null;
}

export interface BodyDeadlines {
  /** To be called when the headers have arrived. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Responds 408 to bodies that arrive too slowly, and closes connections that still send after their response. */
  check(): void;
}

/** Replaces Node's `requestTimeout`, which gives a picture of 5 MB from a slow phone no more time than a sign-in. */
export function createBodyDeadlines(now: () => number = () => performance.now()): BodyDeadlines {
  const pending = new Set<PendingBody>();

  function isLate({ request, startedAt, bytesBefore, respondedAt }: PendingBody): boolean {
    if (respondedAt !== null) return now() - respondedAt > REST_MS;
    const received = request.socket.bytesRead - bytesBefore;
    return now() - startedAt > BODY_MS + (received / BYTES_PER_SECOND_MIN) * 1_000;
  }

  return {
    watch(request, response) {
      const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
      if (length === '0' && encoding === undefined) return;
      const { bytesRead: bytesBefore } = request.socket;
      const body: PendingBody = { request, response, startedAt: now(), bytesBefore, respondedAt: null };
      pending.add(body);
      request.once('close', () => pending.delete(body));
      response.once('finish', () => {
        body.respondedAt = now();
      });
    },
    check() {
      for (const body of pending) {
        if (body.request.complete) pending.delete(body);
        if (body.request.complete || !isLate(body)) continue;
        pending.delete(body);
        const { socket } = body.request;
        if (body.response.headersSent) socket.destroy();
        else rejectUnreadable({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);
      }
    },
  };
}

/**
 * Enforces the deadlines on all requests of a server, those of live connections included: its listener runs before every other one. To
 * be called when all other listeners are registered.
 */
export function enforceBodyDeadlines(server: Server): void {
  const deadlines = createBodyDeadlines();
  server.prependListener('request', deadlines.watch);
  const timer = setInterval(deadlines.check, CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
}

const TOO_LONG = 'La dirección o las cabeceras de la solicitud son demasiado largas';
const TOO_SLOW = 'La solicitud tardó demasiado en llegar. Intenta de nuevo.';

/** The status line and the message by Node's error code. */
const responses: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', TOO_LONG],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', TOO_SLOW],
};

/** The client has this time to send the rest of its request and to read the response. */
const LINGER_MS = 2_000;

const rejected = new WeakSet<Socket>();

/** A connection with the response that is being written, which is in a property that Node does not document. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Responds to a request that Node cannot parse, in Spanish (docs/rules.md R1.2), after the responses to complete requests before it
 * on the connection, which is then closed for writing. The server reads and ignores the rest of the request, since closing the connection
 * would reset it, and a client that still sends would lose the response (RFC 9112, section 9.6). Node calls the function again for each
 * further part of the request.
 */
export function rejectUnreadable({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code !== 'ECONNRESET' && rejected.has(socket)) return;
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  rejected.add(socket);
  afterEarlierResponses(socket, () => socket.writable && respond(code, socket));
}

function afterEarlierResponses(socket: Connection, callback: () => void): void {
  const response = socket._httpMessage;
  if (response?.req.complete) response.once('close', () => afterEarlierResponses(socket, callback));
  else callback();
}

function respond(code: string, socket: Socket): void {
  const [status, message] = responses[code] ?? ['400 Bad Request', NOT_UNDERSTOOD];
  const body = JSON.stringify({ message, code: 'VALIDATION' } satisfies ErrorReply);
  const headers = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
}
