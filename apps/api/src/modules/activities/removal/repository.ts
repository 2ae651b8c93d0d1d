import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { collectives } from '../../collectives/queries.ts';
import { listMemoryImages, listUnreferenced } from '../memory-repository.ts';
import type { StoredStatus } from '../policy.ts';
import { calendarSequence, placesOfActivity } from '../queries.ts';
import { activities, activityPlaces, deletedActivities } from '../schema.ts';

/** Locks all activities of an account, in the order in which every transaction locks activities. */
export const lockByOwner = (
  tx: Transaction,
  ownerId: string,
): Promise<{ id: string; date: Date; endsAt: Date; status: StoredStatus }[]> =>
  tx
    .select({
      id: activities.id,
      date: activities.date,
      endsAt: activities.endsAt,
      status: activities.status,
    })
    .from(activities)
    .where(eq(activities.ownerId, ownerId))
    .orderBy(asc(activities.id))
    .for('update');

/**
 * Locks the collective's activities, in the order in which every transaction locks activities, and removes the collective from
 * them. They retain its name if it is active, and no longer come from its calendars.
 */
export async function detachFromCollective(tx: Transaction, collectiveId: string): Promise<void> {
  const isOfCollective = eq(activities.collectiveId, collectiveId);
  await tx
    .select({ id: activities.id })
    .from(activities)
    .where(isOfCollective)
    .orderBy(asc(activities.id))
    .for('update');
  const name = sql`(select ${collectives.name} from ${collectives} where ${collectives.id} = ${collectiveId} and ${collectives.status} = 'active')`;
  await tx
    .update(activities)
    .set({ collectiveId: null, formerCollective: name, sourceHost: null, isSourceCancelled: false })
    .where(isOfCollective);
}

/**
 * Deletes activities; foreign keys cascade to attendances, reminders and pending changes. Activities whose status is one of
 * `publicStatuses` leave a tombstone. Returns the ids of the images that no activity uses any more.
 */
export async function deleteActivities(
  tx: Transaction,
  ids: readonly string[],
  publicStatuses: ActivityStatus[],
  now: Date,
): Promise<string[]> {
  const filter = sql`${activities.id} = any(${sql.param(ids)}::uuid[])`;
  const tombstones = tx
    .select({
      id: activities.id,
      date: activities.date,
      revision: sql`${calendarSequence} + 1`.as('revision'),
      deletedAt: sql`${now}::timestamptz`.as('deleted_at'),
    })
    .from(activities)
    .leftJoin(activityPlaces, placesOfActivity)
    .where(and(filter, inArray(activities.status, publicStatuses)));
  await tx.insert(deletedActivities).select(tombstones).onConflictDoNothing();
  const ofMemories = await listMemoryImages(tx, ids);
  const deletedRows = await tx.delete(activities).where(filter).returning({ imageId: activities.imageId });
  const ofActivities = await listUnreferenced(
    tx,
    deletedRows.map(({ imageId }) => imageId),
  );
  return [...ofActivities, ...ofMemories];
}
