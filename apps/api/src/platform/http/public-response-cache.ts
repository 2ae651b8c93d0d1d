import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import type { PgListener } from '../database/pg-listener.ts';
import type { ContentEncoding } from './content-encoding.ts';
import { type Content, compress, type EncodedResponse, encodeIdentity } from './encoded-response.ts';

const PUBLIC_CHANNEL = 'minga_public';
/** Confirmations change the places of an activity: many in a second before a popular one is full. */
const PLACES_CHANNEL = 'minga_places';
const PLACES_INTERVAL_MS = 1_000;

/** Changes that no row records, such as the start of an activity, show after this time at the latest. */
const MAX_AGE_MS = 5_000;
const ENTRY_BYTES_MAX = 400_000;
const TOTAL_BYTES_MAX = 8_000_000;
/** What an entry takes without its body and key: headers and bookkeeping. */
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
}

/**
 * The database notifies each change of public data, which clears the cache. While the listener is not connected, nothing
 * is cached.
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
      // Expires with the entry that it was made from; 0 would mean never.
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

  return { get: (url, encoding) => cache.get(keyOf(url, encoding)), fetch };
}

/** Runs `task` at once, and once more after the interval if it was called during it. */
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
