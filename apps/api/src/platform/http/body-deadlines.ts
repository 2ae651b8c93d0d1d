import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { rejectUnreadable } from './unreadable-request.ts';
import { BYTES_PER_SECOND_MIN } from './upload-places.ts';

/** For any body; each received byte adds the time that it takes at the slowest accepted speed. */
const BODY_MS = 60_000;
/** For the rest of a body whose response has been sent: it is read and dropped, so that the client reads the response. */
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
  /** Call it when the headers have arrived. */
  watch(request: IncomingMessage, response: ServerResponse): void;
  /** Responds 408 to bodies that arrive too slowly, and closes connections that still send after their response. */
  check(): void;
}

/** Instead of Node's `requestTimeout`, which gives a picture of 5 MB from a slow phone no more time than a sign-in. */
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

/** Before every other listener, so that live connections are covered too. Call it when all listeners are there. */
export function enforceBodyDeadlines(server: Server): void {
  const deadlines = createBodyDeadlines();
  server.prependListener('request', deadlines.watch);
  const timer = setInterval(deadlines.check, CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
}
