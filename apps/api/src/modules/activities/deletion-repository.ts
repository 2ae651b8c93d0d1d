import type { ActivityStatus } from '@minga/contract/activities';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { activities, deletedActivities } from './schema.ts';

export const deleteActivity = (tx: Executor, id: string, publicly: ActivityStatus[], now: Date) =>
  deleteWhere(tx, eq(activities.id, id), publicly, now);

export const deleteByOwner = (tx: Executor, ownerId: string, publicly: ActivityStatus[], now: Date) =>
  deleteWhere(tx, eq(activities.ownerId, ownerId), publicly, now);

/**
 * Deletes activities with what hangs on them, and notes that those of a public status (`publicly`) once were. The ids
 * of their pictures.
 */
async function deleteWhere(
  tx: Executor,
  filter: SQL,
  publicly: ActivityStatus[],
  now: Date,
): Promise<string[]> {
  const noted = tx
    .select({
      id: activities.id,
      date: activities.date,
      revision: sql`${activities.revision} + 1`.as('revision'),
      deletedAt: sql`${now}::timestamptz`.as('deleted_at'),
    })
    .from(activities)
    .where(and(filter, inArray(activities.status, publicly)));
  await tx.insert(deletedActivities).select(noted).onConflictDoNothing();
  const gone = await tx.delete(activities).where(filter).returning({ imageId: activities.imageId });
  return gone.map(({ imageId }) => imageId).filter(imageId => imageId !== null);
}

/** An activity that was public and is deleted; null: none such. */
export async function findDeleted(db: Executor, id: string) {
  const [row] = await db.select().from(deletedActivities).where(eq(deletedActivities.id, id));
  return row ?? null;
}
