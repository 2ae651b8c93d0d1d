import type { Platform } from '../../platform/platform.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { PrintedCertificate } from './repository.ts';

// A certificate takes about 100 ms of the main thread.
const CONCURRENT_MAX = 1;
const QUEUE_MAX = 40;

/** Prints certificates as PDF. Throws 503 if too many are queued. */
export function createCertificatePrinter({
  publicUrl,
  settings,
}: Pick<Platform, 'publicUrl' | 'settings'>): (row: PrintedCertificate) => Promise<Buffer> {
  const semaphore = createSemaphore(CONCURRENT_MAX, QUEUE_MAX);
  return row =>
    semaphore.run(async () => {
      // Loaded on first use: the library and its fonts take some megabytes of memory.
      const { drawCertificate } = await import('./draw-certificate.ts');
      return drawCertificate(row, { publicUrl, timeZone: settings.timeZone });
    });
}
