import type { ActivityStatus } from '@minga/contract/activities';
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/prepared-query.ts';
import { images } from '../../platform/images/schema.ts';
import { activityMemories, activityMemoryImages } from './memory-schema.ts';
import { activities } from './schema.ts';

/**
 * Those of the images that no activity has any more: the occurrences of a series share one. Locks them first, so that of two transactions
 * that remove its last two uses the second finds none.
 */
export async function listUnreferenced(
  tx: Transaction,
  imageIds: readonly (string | null)[],
): Promise<string[]> {
  const ids = [...new Set(imageIds.filter(id => id !== null))];
  if (ids.length === 0) return [];
  await tx
    .select({ id: images.id })
    .from(images)
    .where(inArray(images.id, ids))
    .orderBy(asc(images.id))
    .for('update');
  const rows = await tx
    .selectDistinct({ id: activities.imageId })
    .from(activities)
    .where(inArray(activities.imageId, ids));
  const used = new Set(rows.map(({ id }) => id));
  return ids.filter(id => !used.has(id));
}

/** The activities with an image, or with it in their memory, with what decides who sees them. Prepared, since every picture request runs it. */
export const activitiesOfImage = preparedQuery(db =>
  db
    .select({
      id: activities.id,
      ownerId: activities.ownerId,
      collectiveId: activities.collectiveId,
      // The pictures of a hidden memory are for those who see a hidden activity.
      status: sql<ActivityStatus>`case when ${activities.imageId} is distinct from ${sql.placeholder('imageId')} and exists (
        select from ${activityMemories} where ${activityMemories.activityId} = ${activities.id} and ${activityMemories.isHidden}
      ) then 'rejected' else ${activities.status} end`,
    })
    .from(activities)
    .where(
      or(
        eq(activities.imageId, sql.placeholder('imageId')),
        sql`${activities.id} = any(array(${db
          .select({ id: activityMemoryImages.activityId })
          .from(activityMemoryImages)
          .where(eq(activityMemoryImages.imageId, sql.placeholder('imageId')))}))`,
      ),
    )
    .prepare('image_owner'),
);
