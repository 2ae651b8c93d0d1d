import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { chosenDataSaving } from '@minga/contract/saved-data';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { PgListener } from '../database/listener.ts';
import { fillBody } from '../site/site-text.ts';

/** Returns an ETag from a hash of the content, without quotes. */
export const contentEtag = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/** Whether `If-None-Match` lists this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag({ 'if-none-match': listed }: IncomingHttpHeaders, etag: string): boolean {
  return listed !== undefined && (listed.includes(`"${etag}"`) || listed.trim() === '*');
}

export type ContentEncoding = 'br' | 'gzip' | 'identity';

const SUPPORTED: ContentEncoding[] = ['br', 'gzip', 'identity'];

/** Values that stand for gzip: `*`, which old proxies send that support at least gzip, and the alias `x-gzip` (RFC 9110, 8.4.1.3). */
const GZIP_ALIAS = /\*|x-gzip/g;

/** Returns the best encoding that `Accept-Encoding` allows, by the rules of @fastify/compress, which encodes all other responses. */
export function negotiateEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): ContentEncoding {
  const header = String(accepted).toLowerCase().replaceAll(GZIP_ALIAS, 'gzip');
  return negotiate(header, SUPPORTED) ?? 'identity';
}

/** The size below which bodies are sent uncompressed, the same as in server.ts. */
const COMPRESSION_THRESHOLD = 1024;
/** Higher qualities take much longer and save little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<Exclude<ContentEncoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>;

/** Alternating names and values, the form that `writeHead` accepts. */
type HeaderList = readonly string[];

interface Content {
  readonly body: string;
  readonly type: string;
  readonly headers: HeaderList;
}

/** The bytes and headers of a response with status 200, without the headers of a single request. */
interface EncodedResponse {
  readonly body: Buffer;
  readonly type: string;
  /** The ETag without quotes. */
  readonly etag: string;
  /** The headers that are sent with status 304 too. */
  readonly headers: HeaderList;
  /** The headers of the body. */
  readonly contentHeaders: HeaderList;
}

function encodeIdentity({ body, type, headers }: Content): EncodedResponse {
  const bytes = Buffer.from(body);
  // The response varies by `cookie`, since a session may get another response, and by the saving of data.
  const vary = `cookie, save-data${bytes.length < COMPRESSION_THRESHOLD ? '' : ', accept-encoding'}`;
  return withBody(bytes, { type, etag: contentEtag(bytes), headers: [...headers, 'vary', vary] });
}

/** Compresses an identity response outside the event loop; a small one is returned as it is. */
async function compress(identity: EncodedResponse, encoding: ContentEncoding): Promise<EncodedResponse> {
  if (encoding === 'identity' || identity.body.length < COMPRESSION_THRESHOLD) return identity;
  // The bytes are copied, since the buffer from zlib is a slice of a larger one, which it would retain.
  const bytes = Buffer.from(await compressors[encoding](identity.body));
  const { type, headers, etag } = identity;
  return withBody(bytes, { type, headers, etag: `${etag}-${encoding}` }, 'content-encoding', encoding);
}

const withBody = (
  body: Buffer,
  response: Pick<EncodedResponse, 'type' | 'etag' | 'headers'>,
  ...more: string[]
): EncodedResponse => ({
  ...response,
  body,
  contentHeaders: ['content-type', response.type, 'content-length', String(body.length), ...more],
});

const PUBLIC_CHANNEL = 'minga_public';
/** The channel of changes of free places. A popular activity has many confirmations in a second until it is full. */
const PLACES_CHANNEL = 'minga_places';
const PLACES_INTERVAL_MS = 1_000;

/** The maximum age of a response, after which changes that no row records, such as the start of an activity, are visible. */
const MAX_AGE_MS = 5_000;
const ENTRY_BYTES_MAX = 400_000;
const TOTAL_BYTES_MAX = 8_000_000;
/** The memory of an entry without its body and key, for headers and bookkeeping. */
const ENTRY_OVERHEAD_BYTES = 4_000;

interface Fetch {
  readonly url: string;
  readonly encoding: ContentEncoding;
  readonly read: () => Promise<Content>;
}

/** Caches responses that are the same for every visitor without a session, one entry for each URL and encoding. */
export interface PublicResponseCache {
  get(url: string, encoding: ContentEncoding): EncodedResponse | undefined;
  /** Returns the cached response or encodes what `read` returns. Concurrent fetches of one URL share one `read`. */
  fetch(request: Fetch): Promise<EncodedResponse>;
  /** Removes all entries, after a change by this process that the next request must see. */
  clear(): void;
}

/**
 * Creates the cache. The database notifies each change of public data, which clears the cache. While the listener is not connected,
 * responses are not cached.
 */
export function createPublicResponseCache({
  listener,
  clock,
}: {
  listener: PgListener;
  clock: Clock;
}): PublicResponseCache {
  const cache = new LRUCache<string, EncodedResponse, Fetch>({
    maxSize: TOTAL_BYTES_MAX,
    maxEntrySize: ENTRY_BYTES_MAX,
    sizeCalculation: ({ body }, key) => body.length + 2 * key.length + ENTRY_OVERHEAD_BYTES,
    // lru-cache serves an entry of exactly this age.
    ttl: MAX_AGE_MS - 1,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    // A response that was read before `clear` is returned to its callers but not stored.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { url, encoding, read }, options }) {
      if (encoding === 'identity') return encodeIdentity(await read());
      const identity = await fetch({ url, encoding: 'identity', read });
      const response = await compress(identity, encoding);
      // The entry expires with the one that it was made from; a time of 0 would mean never.
      options.ttl = Math.max(1, cache.getRemainingTTL(keyOf(url, 'identity')));
      return response;
    },
  });
  const clear = () => cache.clear();
  listener.on(PUBLIC_CHANNEL, clear, clear);
  listener.on(PLACES_CHANNEL, atMostEvery(PLACES_INTERVAL_MS, clear), clear);

  async function fetch(request: Fetch): Promise<EncodedResponse> {
    const { url, encoding, read } = request;
    return listener.isListening()
      ? cache.forceFetch(keyOf(url, encoding), { context: request })
      : compress(encodeIdentity(await read()), encoding);
  }

  return { get: (url, encoding) => cache.get(keyOf(url, encoding)), fetch, clear };
}

/** Throttles `task`: runs it at once, and again after the interval if it was called during the interval. */
function atMostEvery(intervalMs: number, task: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let wasCalled = false;
  return function run() {
    wasCalled = timer !== undefined;
    if (wasCalled) return;
    task();
    timer = setTimeout(() => {
      timer = undefined;
      if (wasCalled) run();
    }, intervalMs).unref();
  };
}

const keyOf = (url: string, encoding: ContentEncoding): string => `${encoding} ${url}`;

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
/** The headers of a single request or connection, which are not cached. */
const NOT_CACHED = new Set([REQUEST_ID, 'connection', 'set-cookie']);

/** Whether the user saves data: as chosen on this site, or else as the browser says. */
export const savesData = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  chosenDataSaving(headers.cookie ?? '') ?? headers['save-data'] === 'on';

/** The key of a response: users who save data get pages of their own. */
const keyFor = (request: FastifyRequest, url: string): string => (savesData(request) ? `saved ${url}` : url);

/** Sends the cached response of this URL, or returns null if the cache has none. */
export function sendCached(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const response = request.server.publicResponses.get(
    keyFor(request, request.url),
    negotiateEncoding(request.headers),
  );
  return response ? send(request, reply, response) : null;
}

/**
 * Sends the cached response, or caches and sends the result of `read`. Fastify's `onSend` hooks do not run, so the response must not
 * need their additions, such as a cookie. `url` is the cache's key; routes that ignore the query pass a URL without it.
 */
export async function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => Promise<CacheableContent>,
  url = request.url,
): Promise<FastifyReply> {
  const response = await request.server.publicResponses.fetch({
    url: keyFor(request, url),
    encoding: negotiateEncoding(request.headers),
    read: async () => {
      const { body, type, headers = {} } = await read();
      const filled = fillBody(body, type, request.server.site.current());
      return { body: filled, type, headers: headerList({ ...reply.getHeaders(), ...headers }) };
    },
  });
  return send(request, reply, response);
}

/** Responds to requests without a cookie or a token from the cache, before all other hooks, which handles half of all requests. */
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
  // With 'no-cache', browsers revalidate the response each time.
  Object.entries({ ...headers, 'cache-control': 'private, no-cache' })
    .filter(([name]) => !NOT_CACHED.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().flatMap(one => [name, String(one)]));
