import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { activities } from '../schema.ts';

/** The number of rows of one statement. */
const ROWS = 100;

export async function insertImported(
  tx: Transaction,
  rows: readonly (typeof activities.$inferInsert)[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS)
    await tx.insert(activities).values(rows.slice(from, from + ROWS));
}

/** Sets whether activities are cancelled in their calendar, or with null that they no longer come from one. */
export async function setSource(
  tx: Transaction,
  ids: readonly string[],
  source: { readonly isCancelled: boolean } | null,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  const values =
    source === null
      ? { sourceHost: null, isSourceCancelled: false }
      : { isSourceCancelled: source.isCancelled };
  await tx
    .update(activities)
    .set({ ...values, updatedAt: now })
    .where(inArray(activities.id, [...ids]));
}

/** Gives activities to another author. The caller has locked them. */
export async function setOwner(tx: Transaction, ids: readonly string[], ownerId: string): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(activities)
    .set({ ownerId })
    .where(inArray(activities.id, [...ids]));
}

/** The highest number of a date in each series. */
export async function findLastIndexes(
  tx: Transaction,
  seriesIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: activities.seriesId, last: sql<number>`max(${activities.seriesIndex})::int` })
    .from(activities)
    .where(inArray(activities.seriesId, [...seriesIds]))
    .groupBy(activities.seriesId);
  return new Map(rows.flatMap(({ id, last }) => (id === null ? [] : [[id, last] as const])));
}
