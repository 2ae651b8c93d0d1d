import type { ActivityStatus } from '@minga/contract/activities';
import { and, eq, exists, inArray, lte } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { activities } from '../activities/schema.ts';
import { activityChanges, seriesChanges } from './schema.ts';

/** Stores an edit of several occurrences; its id. */
export async function insertSeriesChange(tx: Transaction, dueAt: Date): Promise<string> {
  const [row] = await tx.insert(seriesChanges).values({ dueAt }).returning({ id: seriesChanges.id });
  if (row === undefined) throw new Error('the inserted change of a series was not returned');
  return row.id;
}

const publicChanges = (db: Executor, statuses: ActivityStatus[]) =>
  db
    .select({ id: activityChanges.activityId })
    .from(activityChanges)
    .innerJoin(activities, eq(activities.id, activityChanges.activityId))
    .where(and(eq(activityChanges.seriesChangeId, seriesChanges.id), inArray(activities.status, statuses)));

/** The polling task that announces edits of series. */
export const SERIES_CHANGES = 'seriesChanges';

/** Edits of series that are due and have changed a public activity. */
export const seriesChangesDue = (db: Executor, statuses: ActivityStatus[], now: Date) =>
  db
    .select({ id: seriesChanges.id })
    .from(seriesChanges)
    .where(
      and(
        lte(seriesChanges.dueAt, now),
        exists(publicChanges(db, statuses)),
        isNotPostponed(SERIES_CHANGES, seriesChanges.id, now),
      ),
    )
    .$dynamic();

/**
 * Deletes the edit of a series that is due, and returns its changes of public activities; null: none is due that another process has not
 * locked. Its other changes are announced one by one when their activities are approved.
 */
export async function takeSeriesChange(
  tx: Transaction,
  statuses: ActivityStatus[],
  now: Date,
  taking: (keys: readonly string[]) => void,
) {
  const [due] = await seriesChangesDue(tx, statuses, now)
    .limit(1)
    .for('update', { of: seriesChanges, skipLocked: true });
  if (due === undefined) return null;
  taking([due.id]);
  const isOfEdit = eq(activityChanges.seriesChangeId, due.id);
  const shown = tx.select({ id: activities.id }).from(activities).where(inArray(activities.status, statuses));
  const changes = await tx
    .delete(activityChanges)
    .where(and(isOfEdit, inArray(activityChanges.activityId, shown)))
    .returning();
  await tx.delete(seriesChanges).where(eq(seriesChanges.id, due.id));
  return changes;
}
