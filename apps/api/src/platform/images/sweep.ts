import { and, eq, lt, not } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { Logger } from '../log.ts';
import { images } from './schema.ts';
import type { ImageStore } from './store.ts';
import { tryLockSweep } from './sweep-lock.ts';
import { versionFiles } from './urls.ts';

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
        // Checked again with a row lock; another transaction that holds it is claiming or sweeping the image.
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
