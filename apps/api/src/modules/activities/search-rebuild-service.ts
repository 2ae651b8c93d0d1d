import { sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { activities } from './schema.ts';
import { searchRebuilds } from './search-schema.ts';

/** Written in one transaction, in some hundred milliseconds. */
const BATCH = 200;

/**
 * The polling task that writes the words of activities anew after a change of the rule that splits them, a batch at each poll; nothing once
 * all are written. Two processes take turns, and one that is killed loses nothing.
 */
export function searchRebuild({ db }: Pick<Platform, 'db'>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = await db.transaction(async tx => {
      const [rebuild] = await tx.select().from(searchRebuilds).for('update');
      if (rebuild === undefined) return true;
      // A trigger writes the words, and those of the vocabulary.
      const { rows } = await tx.execute<{ id: string }>(
        sql`update ${activities} set title = title where id in (
          select id from ${activities} where id > ${rebuild.after} order by id limit ${BATCH}) returning id`,
      );
      const last = rows
        .map(({ id }) => id)
        .sort()
        .at(-1);
      if (last === undefined) await tx.delete(searchRebuilds);
      else await tx.update(searchRebuilds).set({ after: last });
      return false;
    });
  };
}
