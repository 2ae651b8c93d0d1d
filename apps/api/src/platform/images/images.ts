import { and, eq, inArray, not } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../database/connection.ts';
import { AppError, conflict, unavailable } from '../errors.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Logger } from '../log.ts';
import { createSemaphore } from '../semaphore.ts';
import type { Pictures } from './pictures.ts';
import { images } from './schema.ts';
import type { ImageStore, StoredFile } from './store.ts';
import { sweepImages } from './sweep.ts';

export interface Images {
  /**
   * Checks, re-encodes and stores an upload, which then waits an hour to be used. Throws a Refusal: 400, 413 or 415
   * for what it is, 503 when the store is away, too many uploads wait or the encoder broke at this one.
   */
  save(bytes: Buffer): Promise<{ id: string }>;
  /** Claims a saved picture in the transaction that refers to it; refuses when it was swept away or is used already. */
  use(tx: Executor, id: string): Promise<void>;
  /** Gives pictures up in the transaction that stops referring to them; their files go an hour later. */
  discard(tx: Executor, ids: readonly string[]): Promise<void>;
  /** One file of a picture that is used, or null. Throws a Refusal (503) when the store is away. */
  read(id: string, file: string): Promise<StoredFile | null>;
  /** Removes the pictures that nothing has referred to for an hour; how many. */
  sweep(): Promise<number>;
}

interface ImagesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
  readonly pictures: Pictures;
  readonly jobs: Jobs;
  readonly log: Logger;
}

// A photo takes a third of a second; one beside it would take 50 MB more.
const AT_ONCE = 1;
const WAITING = 30;

export function createImages({ db, clock, store, pictures, jobs, log }: ImagesParts): Images {
  const gate = createSemaphore(AT_ONCE, WAITING);
  const sweep = () => sweepImages({ db, clock, store, log });
  jobs.every('image-sweep', '*/15 * * * *', async () => void (await sweep()));
  return {
    async save(bytes) {
      const { files, ...picture } = await gate.run(() => pictures.prepare(bytes));
      const id = v7();
      const now = clock();
      // The row first: a crash from here on leaves files that the sweep can find.
      await db.insert(images).values({ id, ...picture, createdAt: now, unusedSince: now });
      try {
        await Promise.all([...files].map(([file, content]) => store.write(`${id}/${file}`, content)));
      } catch (error) {
        log.error({ err: error, image: id }, 'A picture could not be stored');
        throw new AppError(
          503,
          'UNAVAILABLE',
          'No pudimos guardar la imagen. Intenta de nuevo en unos minutos.',
          60,
        );
      }
      return { id };
    },
    async use(tx, id) {
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
      // What was given up is gone for everybody at once, though its files wait for the sweep.
      const [image] = await db.select({ isUsed: images.isUsed }).from(images).where(eq(images.id, id));
      if (image?.isUsed !== true) return null;
      try {
        return await store.read(`${id}/${file}`);
      } catch (error) {
        log.error({ err: error, image: id }, 'A picture could not be read');
        throw unavailable();
      }
    },
    sweep,
  };
}
