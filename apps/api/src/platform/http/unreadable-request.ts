import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorReply } from '@minga/contract/errors';
import { NOT_UNDERSTOOD } from '../errors.ts';

const TOO_LONG = 'La dirección o las cabeceras de la solicitud son demasiado largas';
const TOO_SLOW = 'La solicitud tardó demasiado en llegar. Intenta de nuevo.';

/** Status line and sentence by Node's error code. */
const responses: Record<string, readonly [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', TOO_LONG],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', TOO_SLOW],
};

/** The client has this time to send the rest of its request and to read the response. */
const LINGER_MS = 2_000;

const rejected = new WeakSet<Socket>();

/** A connection with the response that is being written, a property that Node does not document. */
type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Responds to a request that Node cannot parse, in Spanish (CONTRACT.md section 1), after the responses to complete requests before it
 * on the connection, which is then closed for writing. The rest of the request is read and ignored, each part with a call: closing the
 * connection would reset it, and a client that still sends would lose the response (RFC 9112, section 9.6).
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
