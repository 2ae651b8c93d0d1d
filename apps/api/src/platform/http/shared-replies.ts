import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Notices } from '../database/notices.ts';

/** A reply that is the same for everybody without a session. */
export interface SharedReply {
  readonly body: string;
  readonly etag: string;
  /** The whole count of a list. */
  readonly total: number | null;
}

export interface SharedReplies {
  /** What was answered at this address a moment ago and still holds. */
  find(url: string): SharedReply | null;
  /**
   * Answers with what `make` reads now, and keeps it, unless something changed while it was read. Callers at the same
   * time get the same one.
   */
  make(url: string, read: () => Promise<Omit<SharedReply, 'etag'>>): Promise<SharedReply>;
}

const PUBLIC_CHANNEL = 'minga_public';

// What passes by itself (an activity, a promotion) shows at the latest after so long.
const KEPT_MS = 5_000;
const BODY_MAX = 400_000;
/** Of all bodies together, in characters. */
const TOTAL_MAX = 16_000_000;

/**
 * Keeps such replies in the process, and drops them all when the database notifies that something public has changed.
 * While nobody listens to it nothing is kept.
 */
export function createSharedReplies({ notices, clock }: { notices: Notices; clock: Clock }): SharedReplies {
  const kept = new Map<string, { reply: SharedReply; until: number }>();
  const reading = new Map<string, Promise<SharedReply>>();
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
    size -= kept.get(url)?.reply.body.length ?? 0;
    kept.delete(url);
  }

  function keep(url: string, reply: SharedReply): void {
    const { length } = reply.body;
    if (length > BODY_MAX) return;
    forget(url);
    kept.set(url, { reply, until: clock().getTime() + KEPT_MS });
    size += length;
    for (const [oldest] of kept) {
      if (size <= TOTAL_MAX) return;
      forget(oldest);
    }
  }

  async function readNow(url: string, read: () => Promise<Omit<SharedReply, 'etag'>>): Promise<SharedReply> {
    const before = changes;
    const { body, total } = await read();
    const reply = {
      body,
      total,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    };
    if (notices.isListening() && before === changes) keep(url, reply);
    return reply;
  }

  return {
    find(url) {
      const entry = kept.get(url);
      return entry !== undefined && clock().getTime() < entry.until ? entry.reply : null;
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
