import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from './content-encoding.ts';
import type { EncodedResponse, HeaderList } from './encoded-response.ts';
import { matchesEtag } from './etag.ts';
import type { PublicResponseCache } from './public-response-cache.ts';

declare module 'fastify' {
  interface FastifyInstance {
    publicResponses: PublicResponseCache;
  }
}

/** A response with status 200 that is the same for every visitor without a session. */
export interface CacheableContent {
  readonly body: string;
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUEST_ID = 'x-request-id';
/** Headers of a single request or connection. */
const NOT_CACHED = new Set([REQUEST_ID, 'connection', 'set-cookie']);

/** Sends the cached response of this URL; null: there is none. */
export function sendCached(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const response = request.server.publicResponses.get(request.url, negotiateEncoding(request.headers));
  return response ? send(request, reply, response) : null;
}

/**
 * Sends the cached response, or caches and sends what `read` returns. Fastify's `onSend` hooks do not run: the response
 * must not need what they add, such as a cookie. `url` is the cache's key, for routes that ignore the query.
 */
export async function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<CacheableContent>,
  url = request.url,
): Promise<FastifyReply> {
  const response = await request.server.publicResponses.fetch({
    url,
    encoding: negotiateEncoding(request.headers),
    read: async () => {
      const { body, type, headers = {} } = await read();
      return { body, type, headers: headerList({ ...reply.getHeaders(), ...headers }) };
    },
  });
  return send(request, reply, response);
}

/** Answers requests without a cookie or a token from the cache, before all other hooks: half of all requests end here. */
export function serveFromCacheFirst(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers } = request;
    const isAnonymous = headers.cookie === undefined && headers.authorization === undefined;
    const isCacheable = (method === 'GET' || method === 'HEAD') && isAnonymous;
    if (!isCacheable || sendCached(request, reply) === null) done();
  });
}

function send(request: FastifyRequest, reply: FastifyReply, response: EncodedResponse): FastifyReply {
  const { body, etag, headers, contentHeaders } = response;
  const common = [REQUEST_ID, request.id, 'etag', `"${etag}"`, ...headers];
  reply.hijack();
  if (matchesEtag(request.headers, etag)) reply.raw.writeHead(304, common).end();
  else reply.raw.writeHead(200, common.concat(contentHeaders)).end(body);
  return reply;
}

const headerList = (headers: ReturnType<FastifyReply['getHeaders']>): HeaderList =>
  // Browsers revalidate the response each time.
  Object.entries({ ...headers, 'cache-control': 'private, no-cache' })
    .filter(([name]) => !NOT_CACHED.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
