import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE } from '@minga/contract/images';
import { AppError, rateLimited, tooLarge } from '../errors.ts';

/** The maximum number of uploads with a picture that one account may make concurrently. */
const UPLOADS_PER_ACCOUNT_MAX = 2;
/** The maximum number of pictures in one account's concurrent uploads: those of the largest form, a memory, and one more. */
const FILES_PER_ACCOUNT_MAX = 13;
/** The maximum memory of all accounts' pictures in each process. */
const BYTES_MAX = 24 * IMAGE_BYTES_MAX;
/** The share of the memory that accounts with more than `IMAGE_BYTES_MAX` must leave free for other accounts' first picture. */
const RESERVED_SHARE = 0.4;
/** The initial capacity of a picture's buffer, which doubles as needed. */
const FIRST_BYTES = 64 * 1024;
/** A quarter of a phone's 256 kbit/s. An upload that is slower for `STALLED_MS` is evicted first. */
export const BYTES_PER_SECOND_MIN = 8 * 1024;
const STALLED_MS = 3_000;
const RETRY_SECONDS = 10;

/** The pictures of one form. The upload counts from the first byte of its first picture, and not at all without one. */
export interface Upload {
  /** Starts a picture; empty ones are dropped. */
  startFile(): void;
  /** Stores bytes of the picture. Throws 413, 429 or 503 before it allocates memory beyond a limit. */
  append(chunk: Buffer): void;
  /** Returns the complete pictures. After this call the upload cannot be evicted. */
  finish(): readonly Buffer[];
  /** Releases the memory; further calls have no effect. */
  close(): void;
  /** Rejects with 503 when the upload is evicted in favour of another one. */
  readonly evicted: Promise<never>;
}

export interface UploadPlaces {
  open(accountId: string): Upload;
  /** The current usage, for tests and the decision record. */
  taken(): { readonly uploads: number; readonly bytes: number };
}

interface Taken {
  readonly accountId: string;
  readonly startedAt: number;
  files: number;
  bytes: number;
  /** The upload counts as stalled after this time; received bytes extend it. */
  aliveUntil: number;
  isReceiving: boolean;
  evict(): void;
}

/**
 * Limits the memory of pictures that are being received or processed. The limit counts allocated memory, so a stalled upload occupies
 * little; if the memory does not suffice, stalled uploads are evicted first (docs/decisions/0056-upload-memory.md).
 */
export function createUploadPlaces({
  now = () => performance.now(),
  bytesMax = BYTES_MAX,
}: {
  readonly now?: () => number;
  readonly bytesMax?: number;
} = {}): UploadPlaces {
  const uploads = new Set<Taken>();
  let total = 0;

  const ofAccount = (accountId: string) => [...uploads].filter(one => one.accountId === accountId);

  function release(upload: Taken): void {
    if (uploads.delete(upload)) total -= upload.bytes;
  }

  function takePlace(upload: Taken): void {
    if (uploads.has(upload)) return;
    if (ofAccount(upload.accountId).length >= UPLOADS_PER_ACCOUNT_MAX) throw tooManyOfAccount();
    uploads.add(upload);
  }

  function takeFile(upload: Taken): void {
    if (sum(ofAccount(upload.accountId), 'files') >= FILES_PER_ACCOUNT_MAX) throw tooManyOfAccount();
    upload.files += 1;
  }

  function takeBytes(upload: Taken, bytes: number): void {
    const isFirst = sum(ofAccount(upload.accountId), 'bytes') + bytes <= IMAGE_BYTES_MAX;
    const most = isFirst ? bytesMax : bytesMax * (1 - RESERVED_SHARE);
    while (total + bytes > most) {
      const loser = nextToYield(upload, bytes);
      if (loser === upload) throw shortage();
      release(loser);
      loser.evict();
    }
    upload.bytes += bytes;
    total += bytes;
  }

  /** The upload that has stalled for the longest time; if none has, the one with the largest product of memory and duration. */
  function nextToYield(requester: Taken, bytes: number): Taken {
    const time = now();
    const others = [...uploads].filter(one => one.isReceiving && one !== requester);
    const [stalled] = others
      .filter(one => one.aliveUntil < time)
      .sort((one, other) => one.aliveUntil - other.aliveUntil);
    if (stalled !== undefined) return stalled;
    const costOf = (one: Taken, more = 0) => (one.bytes + more) * (time - one.startedAt);
    return others.reduce(
      (most, one) => (costOf(one) > costOf(most, most === requester ? bytes : 0) ? one : most),
      requester,
    );
  }

  function open(accountId: string): Upload {
    const eviction = Promise.withResolvers<never>();
    // Prevents an unhandled rejection if the upload is evicted while no caller awaits the promise.
    eviction.promise.catch(() => undefined);
    const startedAt = now();
    const pictures: GrowingBuffer[] = [];
    let isClosed = false;
    const upload: Taken = {
      accountId,
      startedAt,
      files: 0,
      bytes: 0,
      aliveUntil: startedAt + STALLED_MS,
      isReceiving: true,
      evict() {
        close();
        eviction.reject(shortage());
      },
    };
    function close(): void {
      isClosed = true;
      pictures.length = 0;
      release(upload);
    }
    return {
      evicted: eviction.promise,
      close,
      startFile: () => void pictures.push(new GrowingBuffer()),
      append(chunk) {
        if (isClosed) throw shortage();
        const picture = pictures.at(-1);
        if (picture === undefined || chunk.length === 0) return;
        takePlace(upload);
        if (picture.length === 0) takeFile(upload);
        const time = now();
        upload.aliveUntil = Math.min(
          time + STALLED_MS,
          Math.max(upload.aliveUntil, time) + (chunk.length / BYTES_PER_SECOND_MIN) * 1_000,
        );
        const growth = picture.growthFor(chunk.length);
        if (growth > 0) takeBytes(upload, growth);
        picture.append(chunk, growth);
      },
      finish() {
        upload.isReceiving = false;
        return pictures.filter(({ length }) => length > 0).map(picture => picture.content());
      },
    };
  }

  return { open, taken: () => ({ uploads: uploads.size, bytes: total }) };
}

/** Collects bytes in one buffer that doubles. In a list of chunks, a client that sends single bytes would use a hundred times the memory. */
class GrowingBuffer {
  #buffer = Buffer.alloc(0);
  length = 0;

  /** Returns how many bytes the buffer must grow to hold `more` bytes. Throws 413 beyond the maximum size of a picture. */
  growthFor(more: number): number {
    const needed = this.length + more;
    if (needed > IMAGE_BYTES_MAX) throw tooLarge(IMAGE_SIZE_MESSAGE);
    let capacity = Math.max(this.#buffer.length, FIRST_BYTES);
    while (capacity < needed) capacity = Math.min(capacity * 2, IMAGE_BYTES_MAX);
    return capacity - this.#buffer.length;
  }

  append(chunk: Buffer, growth: number): void {
    if (growth > 0) {
      const larger = Buffer.allocUnsafeSlow(this.#buffer.length + growth);
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.length);
    this.length += chunk.length;
  }

  content(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }
}

const sum = (uploads: readonly Taken[], field: 'files' | 'bytes'): number =>
  uploads.reduce((total, one) => total + one[field], 0);

const tooManyOfAccount = () => rateLimited(RETRY_SECONDS, 'Ya estás subiendo otras imágenes.');

const shortage = () =>
  new AppError(
    503,
    'UNAVAILABLE',
    'Hay muchas personas subiendo imágenes. Intenta de nuevo en unos segundos.',
    RETRY_SECONDS,
  );
