import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { pictureColumns } from '../../platform/images/picture-columns.ts';
import { images } from '../../platform/images/schema.ts';
import { activities, activityMemories, activityMemoryImages } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';

/** The current state of a reported target. */
export const findActivities = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: activities.id,
      title: activities.title,
      text: activities.description,
      place: activities.place,
      date: activities.date,
      status: activities.status,
      image: pictureColumns,
    })
    .from(activities)
    .leftJoin(images, eq(images.id, activities.imageId))
    .where(inArray(activities.id, [...ids]));

/** Memories with their first picture, by the ids of their activities. */
export const findMemories = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: activities.id,
      title: activities.title,
      text: activityMemories.text,
      place: activities.place,
      date: activities.date,
      isHidden: activityMemories.isHidden,
      image: pictureColumns,
    })
    .from(activityMemories)
    .innerJoin(activities, eq(activities.id, activityMemories.activityId))
    .leftJoin(
      activityMemoryImages,
      and(
        eq(activityMemoryImages.activityId, activityMemories.activityId),
        sql`${activityMemoryImages.position} = 0`,
      ),
    )
    .leftJoin(images, eq(images.id, activityMemoryImages.imageId))
    .where(inArray(activityMemories.activityId, [...ids]));

export const findCollectives = (db: Executor, ids: readonly string[]) =>
  db
    .select({
      id: collectives.id,
      slug: collectives.slug,
      title: collectives.name,
      text: collectives.description,
      place: collectives.place,
      status: collectives.status,
      image: pictureColumns,
    })
    .from(collectives)
    .leftJoin(images, eq(images.id, collectives.imageId))
    .where(inArray(collectives.id, [...ids]));
