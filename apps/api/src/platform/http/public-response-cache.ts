import type { Clock } from '../clock.ts';
import type { PgListener } from '../database/pg-listener.ts';
import { type Content, encodeResponse, type ResponseEncodings } from './encoded-response.ts';

/** Replies that are the same for everybody without a session. */
export interface PublicResponseCache {
  /** What was answered at this address a moment ago and still holds. */
  find(url: string): ResponseEncodings | null;
  /**
   * Answers with what `make` reads now, and keeps it, unless something changed while it was read. Callers at the same
   * time get the same one.
   */
  make(url: string, read: () => Promise<Content>): Promise<ResponseEncodings>;
}

const PUBLIC_CHANNEL = 'minga_public';

// What passes by itself (an activity, a promotion) shows at the latest after so long.
const KEPT_MS = 5_000;
const BODY_MAX = 400_000;
/** Of all together, in bytes, each with all its codings. */
const TOTAL_MAX = 8_000_000;
/** What one takes beside its body and its address: headers, tags, places in maps. */
const BESIDE_BODY = 4_000;

interface Kept {
  readonly codings: ResponseEncodings;
  readonly until: number;
  size: number;
  /** For again, since it was kept or last stayed when room was made. */
  isAsked: boolean;
}

/**
 * Keeps such replies in the process, and drops them all when the database notifies that something public has changed.
 * While nobody listens to it nothing is kept.
 */
export function createPublicResponseCache({
  notices,
  clock,
}: {
  notices: PgListener;
  clock: Clock;
}): PublicResponseCache {
  const kept = new Map<string, Kept>();
  const reading = new Map<string, Promise<ResponseEncodings>>();
  let changes = 0;
  let size = 0;

  function drop(): void {
    changes += 1;
    kept.clear();
    size = 0;
    reading.clear();
  }
  notices.on(PUBLIC_CHANNEL, drop, drop);

  function forget(url: string): void {
    size -= kept.get(url)?.size ?? 0;
    kept.delete(url);
  }

  /** Those first that nobody has asked for again: addresses that are asked once must not push out what everybody reads. */
  function makeRoom(): void {
    for (const [url, entry] of kept) {
      if (size <= TOTAL_MAX) return;
      kept.delete(url);
      const stays = entry.isAsked && clock().getTime() < entry.until;
      entry.isAsked = false;
      // Behind all others: this loop comes by again.
      if (stays) kept.set(url, entry);
      else size -= entry.size;
    }
  }

  function keep(url: string, codings: ResponseEncodings, bytes: number): void {
    if (bytes > BODY_MAX) return;
    forget(url);
    const entry = { codings, until: clock().getTime() + KEPT_MS, size: 0, isAsked: false };
    kept.set(url, entry);
    grow(entry, bytes + 2 * url.length + BESIDE_BODY);
  }

  function grow(entry: Kept, bytes: number): void {
    entry.size += bytes;
    size += bytes;
    makeRoom();
  }

  async function readNow(url: string, read: () => Promise<Content>): Promise<ResponseEncodings> {
    const before = changes;
    const content = await read();
    const codings: ResponseEncodings = encodeResponse(content, bytes => {
      const entry = kept.get(url);
      if (entry?.codings === codings) grow(entry, bytes);
    });
    if (notices.isListening() && before === changes) keep(url, codings, Buffer.byteLength(content.body));
    return codings;
  }

  return {
    find(url) {
      const entry = kept.get(url);
      if (entry === undefined || clock().getTime() >= entry.until) return null;
      entry.isAsked = true;
      return entry.codings;
    },
    async make(url, read) {
      if (!notices.isListening()) return readNow(url, read);
      const known = reading.get(url);
      if (known !== undefined) return known;
      const promise = readNow(url, read);
      reading.set(url, promise);
      try {
        return await promise;
      } finally {
        if (reading.get(url) === promise) reading.delete(url);
      }
    },
  };
}
