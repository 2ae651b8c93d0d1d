import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CodedReply, Codings, HeaderLines } from './coded-reply.ts';
import { codingFor } from './coding.ts';
import { isHeld } from './etag.ts';
import type { SharedReplies } from './shared-replies.ts';

/** What everybody without a session is told, with status 200. */
export interface SharedContent {
  readonly body: string;
  readonly type: string;
  /** More headers of it. */
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUEST_ID = 'x-request-id';
/** Each request's or each connection's own. */
const NOT_SHARED = new Set([REQUEST_ID, 'connection', 'set-cookie']);

/** Answers with the reply that is kept for this address; null: there is none. */
export async function answerKept(
  replies: SharedReplies,
  request: FastifyRequest,
  reply: FastifyReply,
  address = request.url,
): Promise<FastifyReply | null> {
  const codings = replies.find(address);
  return codings && sendCoding(request, reply, codings);
}

/**
 * Answers with the reply that is kept for this address, or a new one; 304 for who has it already. It is sent past
 * Fastify's `onSend`: no such reply may need what is added there, such as a cookie. `address` is given where the query
 * of what was asked for changes nothing.
 */
export async function answerShared(
  replies: SharedReplies,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<SharedContent>,
  address = request.url,
): Promise<FastifyReply> {
  const kept = await answerKept(replies, request, reply, address);
  if (kept !== null) return kept;
  const codings = await replies.make(address, async () => {
    const { body, type, headers = {} } = await read();
    return { body, type, headers: headerLines({ ...reply.getHeaders(), ...headers }) };
  });
  return sendCoding(request, reply, codings);
}

/**
 * Answers who brings no cookie from what is kept, before anything else is done for them: those replies are half of what
 * is asked, and all that would come is in their headers already. Before all other hooks of its kind.
 */
export function answerKeptFirst(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, url = '' } = request.raw;
    const mayBeKept = (method === 'GET' || method === 'HEAD') && headers.cookie === undefined;
    const coded = mayBeKept ? app.sharedReplies.find(url)?.ready(codingFor(headers)) : undefined;
    if (coded === undefined) done();
    else send(request, reply, coded);
  });
}

async function sendCoding(
  request: FastifyRequest,
  reply: FastifyReply,
  codings: Codings,
): Promise<FastifyReply> {
  const coding = codingFor(request.headers);
  return send(request, reply, codings.ready(coding) ?? (await codings.make(coding)));
}

function send(request: FastifyRequest, reply: FastifyReply, coded: CodedReply): FastifyReply {
  const { body, tag, headers, headersOf304 } = coded;
  const own = [REQUEST_ID, request.id];
  reply.hijack();
  if (isHeld(request.headers, tag)) reply.raw.writeHead(304, own.concat(headersOf304)).end();
  else reply.raw.writeHead(200, own.concat(headers)).end(body);
  return reply;
}

const headerLines = (headers: ReturnType<FastifyReply['getHeaders']>): HeaderLines =>
  // Asked again each time.
  Object.entries({ ...headers, 'cache-control': 'private, no-cache' })
    .filter(([name]) => !NOT_SHARED.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
