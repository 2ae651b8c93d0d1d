import { and, eq, lt, not } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import type { Logger } from '../log.ts';
import { images } from './schema.ts';
import type { ImageStore } from './store.ts';
import { maySweep } from './sweep-lock.ts';
import { versionFiles } from './urls.ts';

const UNUSED_MS = 60 * 60 * 1000;
const BATCH = 1000;

interface SweepParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: ImageStore;
  readonly log: Logger;
}

/**
 * Removes the pictures that nothing has referred to for an hour, their files before the commit of their row's end:
 * whatever breaks in between, the row remains and the next sweep goes on. How many were removed.
 */
export async function sweepImages({ db, clock, store, log }: SweepParts): Promise<number> {
  const isDue = and(not(images.isUsed), lt(images.unusedSince, new Date(clock().getTime() - UNUSED_MS)));
  const due = await db
    .select({ id: images.id })
    .from(images)
    .where(isDue)
    .orderBy(images.unusedSince)
    .limit(BATCH);
  let removed = 0;
  for (const { id } of due) {
    try {
      removed += await db.transaction(async tx => {
        if (!(await maySweep(tx))) return 0;
        // Looked at again under the lock; a picture that another transaction holds is being used or swept there.
        const [image] = await tx
          .select({ widths: images.widths })
          .from(images)
          .where(and(eq(images.id, id), isDue))
          .for('update', { skipLocked: true });
        if (image === undefined) return 0;
        // The row goes before the files so that one which is referred to after all stops the sweep, not the picture.
        await tx.delete(images).where(eq(images.id, id));
        await store.removeAll(id, versionFiles(image.widths));
        return 1;
      });
    } catch (error) {
      log.error(
        { err: error, image: id },
        'An unused picture could not be removed; the next sweep tries again',
      );
    }
  }
  return removed;
}
