import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from './content-encoding.ts';
import type { EncodedResponse, HeaderLines, ResponseEncodings } from './encoded-response.ts';
import { matchesEtag } from './etag.ts';
import type { PublicResponseCache } from './public-response-cache.ts';

/** What everybody without a session is told, with status 200. */
export interface CacheableContent {
  readonly body: string;
  readonly type: string;
  /** More headers of it. */
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUEST_ID = 'x-request-id';
/** Each request's or each connection's own. */
const NOT_SHARED = new Set([REQUEST_ID, 'connection', 'set-cookie']);

/** Answers with the reply that is kept for this address; null: there is none. */
export async function sendCached(
  replies: PublicResponseCache,
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
export async function sendCacheable(
  replies: PublicResponseCache,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<CacheableContent>,
  address = request.url,
): Promise<FastifyReply> {
  const kept = await sendCached(replies, request, reply, address);
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
export function serveFromCacheFirst(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, url = '' } = request.raw;
    const mayBeKept = (method === 'GET' || method === 'HEAD') && headers.cookie === undefined;
    const coded = mayBeKept ? app.sharedReplies.find(url)?.ready(negotiateEncoding(headers)) : undefined;
    if (coded === undefined) done();
    else send(request, reply, coded);
  });
}

async function sendCoding(
  request: FastifyRequest,
  reply: FastifyReply,
  codings: ResponseEncodings,
): Promise<FastifyReply> {
  const coding = negotiateEncoding(request.headers);
  return send(request, reply, codings.ready(coding) ?? (await codings.make(coding)));
}

function send(request: FastifyRequest, reply: FastifyReply, coded: EncodedResponse): FastifyReply {
  const { body, tag, headers, headersOf304 } = coded;
  const own = [REQUEST_ID, request.id];
  reply.hijack();
  if (matchesEtag(request.headers, tag)) reply.raw.writeHead(304, own.concat(headersOf304)).end();
  else reply.raw.writeHead(200, own.concat(headers)).end(body);
  return reply;
}

const headerLines = (headers: ReturnType<FastifyReply['getHeaders']>): HeaderLines =>
  // Asked again each time.
  Object.entries({ ...headers, 'cache-control': 'private, no-cache' })
    .filter(([name]) => !NOT_SHARED.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
