import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { CertificateDrawing } from './draw-certificate.ts';
import type { PrintedCertificate } from './repository.ts';

// A certificate takes about 100 ms of a core, one of 500 activities more than a second.
const CONCURRENT_MAX = 1;
const QUEUE_MAX = 40;
/** Of one caller, so that its downloads neither fill the queue nor delay those of others by more than their turn. */
const QUEUE_OF_CALLER_MAX = 10;
/** Some hundred certificates, or some of the largest. */
const CACHE_BYTES_MAX = 4_000_000;

/** Prints a certificate as PDF. Throws 503 if too many are queued, in all or by the caller. */
export type PrintCertificate = (row: PrintedCertificate, caller: string) => Promise<Buffer>;

/**
 * Draws in the image process. What a certificate says never changes, so that each is drawn once for repeated and concurrent
 * downloads.
 */
export function createCertificatePrinter({
  publicUrl,
  settings: { timeZone },
  imageProcessor,
}: Pick<Platform, 'publicUrl' | 'settings' | 'imageProcessor'>): PrintCertificate {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX, QUEUE_OF_CALLER_MAX);
  const cache = new LRUCache<string, Buffer, { row: PrintedCertificate; caller: string }>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_number, _stale, { context: { row, caller } }) => {
      const { number, issuedAt, printed } = row;
      const input: CertificateDrawing = { number, issuedAt, printed, publicUrl, timeZone };
      return semaphore.run(() => imageProcessor.render({ renderer: 'certificate', input }), caller);
    },
  });
  return (row, caller) => cache.forceFetch(row.number, { context: { row, caller } });
}
