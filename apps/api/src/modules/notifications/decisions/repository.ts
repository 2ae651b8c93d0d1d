import { and, eq, inArray, lte, ne, not } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { activities, activitiesAs, activityMemories } from '../../activities/queries.ts';

/** The other occurrences of the activity's series. */
export async function listSiblings(tx: Transaction, activityId: string): Promise<string[]> {
  const named = activitiesAs('named');
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(named, eq(named.seriesId, activities.seriesId))
    .where(and(eq(named.id, activityId), ne(activities.id, activityId)));
  return rows.map(({ id }) => id);
}

/** Finds the rejected ones of these activities. */
export async function findRejected(
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .where(and(inArray(activities.id, [...activityIds]), eq(activities.status, 'rejected')));
  return new Set(rows.map(({ id }) => id));
}

/** Finds the activities that have started and have a visible memory. An approval of such an activity is about the memory. */
export async function findRemembered(
  tx: Transaction,
  activityIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(activityMemories, eq(activityMemories.activityId, activities.id))
    .where(
      and(
        inArray(activities.id, [...activityIds]),
        lte(activities.date, now),
        not(activityMemories.isHidden),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
