import { and, eq, inArray, not } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import { AppError, conflict, unavailable } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { createSemaphore } from '../semaphore.ts';
import type { ImageProcessor } from './image-processor.ts';
import { images } from './schema.ts';
import type { ImageStore, StoredFile } from './store.ts';
import { sweepImages } from './sweep.ts';

export interface Images {
  /**
   * Validates, re-encodes and stores an upload; the sweep deletes it if it is not claimed within an hour. Throws an
   * AppError: 400, 413 or 415 for an invalid file; 503 if the store is unavailable, too many uploads wait or the
   * encoder crashed. Accounts take turns.
   */
  save(bytes: Buffer, accountId?: string): Promise<{ id: string }>;
  /**
   * Marks a saved image as used, in the transaction that references it. Throws 409 if it was swept or is already used.
   */
  claim(tx: Executor, id: string): Promise<void>;
  /**
   * Marks images as unused, in the transaction that deletes the reference; the sweep deletes their files an hour later.
   */
  discard(tx: Executor, ids: readonly string[]): Promise<void>;
  /** Opens one file of an image without a check of permissions; null if there is none. Throws 503 if the store is unavailable. */
  read(id: string, file: string): Promise<StoredFile | null>;
  /** Deletes images that have been unused for an hour; returns their number. */
  sweep(): Promise<number>;
}

interface ImagesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
  readonly imageProcessor: ImageProcessor;
  readonly jobs: Jobs;
  readonly log: Logger;
}

// Encoding a photo takes a third of a second. A second one in parallel would need 50 MB more.
const CONCURRENCY = 1;
const MAX_QUEUED = 30;

export function createImages({ db, clock, store, imageProcessor, jobs, log }: ImagesParts): Images {
  const semaphore = createSemaphore(CONCURRENCY, MAX_QUEUED);
  const sweep = () => sweepImages({ db, clock, store, log });
  jobs.every('image-sweep', '*/15 * * * *', async () => void (await sweep()));
  return {
    async save(bytes, accountId) {
      const { files, ...image } = await semaphore.run(() => imageProcessor.prepare(bytes), accountId);
      const id = v7();
      const now = clock();
      // The row is inserted first: after a crash the sweep finds the files by it.
      await db.insert(images).values({ id, ...image, createdAt: now, unusedSince: now });
      try {
        await Promise.all([...files].map(([file, content]) => store.write(`${id}/${file}`, content)));
      } catch (error) {
        log.error({ err: error, image: id }, 'An image could not be stored');
        throw new AppError(
          503,
          'UNAVAILABLE',
          'No pudimos guardar la imagen. Intenta de nuevo en unos minutos.',
          60,
        );
      }
      return { id };
    },
    async claim(tx, id) {
      const claimed = await tx
        .update(images)
        .set({ isUsed: true })
        .where(and(eq(images.id, id), not(images.isUsed)))
        .returning({ id: images.id });
      if (claimed.length === 0) throw conflict('La imagen ya no está disponible. Selecciónala de nuevo.');
    },
    async discard(tx, ids) {
      await tx
        .update(images)
        .set({ isUsed: false, unusedSince: clock() })
        .where(inArray(images.id, [...ids]));
    },
    async read(id, file) {
      try {
        return await store.read(`${id}/${file}`);
      } catch (error) {
        log.error({ err: error, image: id }, 'An image could not be read');
        throw unavailable();
      }
    },
    sweep,
  };
}
