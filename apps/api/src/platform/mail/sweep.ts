import { inArray, lt, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { mails } from './schema.ts';

/** Longer than a letter is tried (3 days) and a dead letter is kept (60 days): what is older nobody will send. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const BATCH = 5_000;

/**
 * Removes letters that were sent more than 90 days ago, and those that nobody could send in so long; how many. In
 * batches, so that the letters which leave meanwhile wait for none of it.
 */
export async function sweepEmails({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const before = new Date(clock().getTime() - KEPT_MS);
  const isOver = sql`coalesce(${mails.sentAt}, ${mails.createdAt}) < ${before}`;
  let removed = 0;
  let batch = BATCH;
  while (batch === BATCH) {
    // What was sent long ago was made before: the index finds both.
    const over = db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`${lt(mails.createdAt, before)} and ${isOver}`)
      .limit(BATCH);
    const { rowCount } = await db.delete(mails).where(inArray(mails.id, over));
    batch = rowCount ?? 0;
    removed += batch;
  }
  return removed;
}
