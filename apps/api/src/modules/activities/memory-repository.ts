import type { ActivityStatus } from '@minga/contract/activities';
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { preparedQuery } from '../../platform/database/queries.ts';
import { images } from '../../platform/images/schema.ts';
import { selectActivities } from './queries.ts';
import { activities, activityMemories, activityMemoryImages } from './schema.ts';

/**
 * Returns the images that no activity uses any more; the occurrences of a series share one. Locks the images first, so that if two
 * transactions remove the last two uses, the second one finds none.
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

/**
 * The activities that show an image, or show it in their memory, with the columns that decide its visibility. The query is
 * prepared, since every picture request runs it.
 */
export const activitiesOfImage = preparedQuery(db =>
  db
    .select({
      id: activities.id,
      ownerId: activities.ownerId,
      collectiveId: activities.collectiveId,
      // A picture of a hidden memory has the visibility of a hidden activity.
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

/** A memory with its pictures in order, each with the width of its largest version. */
export interface StoredMemory {
  readonly text: string;
  readonly isHidden: boolean;
  readonly images: readonly { readonly id: string; readonly width: number }[];
}

/** SQL expression: the memory of the statement's activity row. */
const memoryOfActivity = sql<StoredMemory | null>`(
  select jsonb_build_object('text', memory.text, 'isHidden', memory.is_hidden, 'images', (
    select coalesce(jsonb_agg(jsonb_build_object('id', image.id, 'width', image.width) order by shown.position), '[]')
    from ${activityMemoryImages} as shown join ${images} as image on image.id = shown.image_id
    where shown.activity_id = memory.activity_id
  ))
  from ${activityMemories} as memory where memory.activity_id = ${activities}.${sql.identifier('id')}
)`;

/**
 * Finds activities with their memories by their ids, in no particular order. The query is prepared, since it is the most frequent
 * one.
 */
export const findWithMemory = (db: Executor, ids: readonly string[]) => byIds(db).execute({ ids });

const byIds = preparedQuery(db =>
  selectActivities(db, { memory: memoryOfActivity })
    .where(sql`${activities.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('activities_with_memory'),
);

/** The pictures of the memories of locked activities. */
export async function listMemoryImages(tx: Transaction, activityIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ imageId: activityMemoryImages.imageId })
    .from(activityMemoryImages)
    .where(inArray(activityMemoryImages.activityId, [...activityIds]));
  return rows.map(({ imageId }) => imageId);
}

/** Replaces the memory of a locked activity. A hidden memory remains hidden. */
export async function replaceMemory(
  tx: Transaction,
  activityId: string,
  { text, imageIds }: { readonly text: string; readonly imageIds: readonly string[] },
  now: Date,
): Promise<{ isHidden: boolean }> {
  await tx.delete(activityMemoryImages).where(eq(activityMemoryImages.activityId, activityId));
  const [stored] = await tx
    .insert(activityMemories)
    .values({ activityId, text, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: activityMemories.activityId, set: { text, updatedAt: now } })
    .returning({ isHidden: activityMemories.isHidden });
  if (imageIds.length > 0)
    await tx
      .insert(activityMemoryImages)
      .values(imageIds.map((imageId, position) => ({ activityId, position, imageId })));
  return { isHidden: stored?.isHidden === true };
}

/** Removes the memory of a locked activity. A foreign key cascades to its pictures' rows. */
export async function removeMemory(tx: Transaction, activityId: string): Promise<void> {
  await tx.delete(activityMemories).where(eq(activityMemories.activityId, activityId));
}

/** Hides the memory of a locked activity from everyone but its organisers, or shows it again. Returns false if there is none. */
export async function setMemoryHidden(
  tx: Transaction,
  activityId: string,
  isHidden: boolean,
): Promise<boolean> {
  const rows = await tx
    .update(activityMemories)
    .set({ isHidden })
    .where(eq(activityMemories.activityId, activityId))
    .returning({ id: activityMemories.activityId });
  return rows.length > 0;
}
