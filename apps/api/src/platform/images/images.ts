import { and, eq, inArray, lt, not, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import { AppError, conflict, unavailable } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { createSemaphore } from '../semaphore.ts';
import type { ImageProcessor } from './image-processor.ts';
import { versionFiles } from './picture.ts';
import { images } from './schema.ts';
import type { ImageStore, StoredFile } from './store.ts';

/** The key of an advisory lock, which is shared by sweeps and exclusive for a backup. Any number works, as long as it never changes. */
export const SWEEP_LOCK = 20_261_123;

/**
 * Tries to take the lock, which is held until the transaction ends. Returns false while a backup copies the images that it has
 * listed.
 */
async function tryLockSweep(tx: Executor): Promise<boolean> {
  const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock_shared(${SWEEP_LOCK}) as locked`);
  return rows[0]?.locked === true;
}

const GRACE_PERIOD_MS = 60 * 60 * 1000;
const BATCH_SIZE = 1000;

interface SweepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
  readonly log: Logger;
}

/**
 * Deletes images that have been unused for an hour and returns their number. Files are deleted before the transaction
 * that deletes the row commits, so after a failure the row remains and the next sweep retries.
 */
export async function sweepImages({ db, clock, store, log }: SweepParts): Promise<number> {
  const isDue = and(
    not(images.isUsed),
    lt(images.unusedSince, new Date(clock().getTime() - GRACE_PERIOD_MS)),
  );
  const due = await db
    .select({ id: images.id })
    .from(images)
    .where(isDue)
    .orderBy(images.unusedSince)
    .limit(BATCH_SIZE);
  let deleted = 0;
  for (const { id } of due) {
    try {
      deleted += await db.transaction(async tx => {
        if (!(await tryLockSweep(tx))) return 0;
        // The row is checked again with a lock. If another transaction holds it, that one is claiming or sweeping the image.
        const [image] = await tx
          .select({ widths: images.widths })
          .from(images)
          .where(and(eq(images.id, id), isDue))
          .for('update', { skipLocked: true });
        if (image === undefined) return 0;
        // The row is deleted before the files, so that a foreign key violation aborts before any file is deleted.
        await tx.delete(images).where(eq(images.id, id));
        await store.deleteAll(id, versionFiles(image.widths));
        return 1;
      });
    } catch (error) {
      log.error({ err: error, image: id }, 'An unused image could not be deleted; the next sweep retries');
    }
  }
  return deleted;
}

export interface Images {
  /**
   * Validates, re-encodes and stores an upload; the sweep deletes it if it is not claimed within an hour. Throws an
   * AppError: 400, 413 or 415 for an invalid file; 503 if the store is unavailable, too many uploads are queued or the
   * encoder crashed. The queue is round-robin by account.
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
  /** Opens one file of an image without a check of permissions, or returns null if it is missing. Throws 503 if the store is unavailable. */
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
