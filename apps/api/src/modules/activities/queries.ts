import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { activities, activityPlaces } from './schema.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);

/** The columns of an activity's row with its organiser, its image and its places, for joins. */
export const activityRowColumns = {
  activity: activityColumns,
  owner: { id: users.id, username: users.username, email: users.email },
  image: {
    id: images.id,
    width: images.width,
    height: images.height,
    widths: images.widths,
    hasAvif: images.hasAvif,
    placeholder: images.placeholder,
  },
  taken: sql<number>`coalesce(${activityPlaces.taken}, 0)`,
  waiting: sql<number>`coalesce(${activityPlaces.waiting}, 0)`,
};

/** Condition of the left join that `activityRowColumns` needs. */
export const placesOfActivity = eq(activityPlaces.activityId, activities.id);

/** Every activity with its organiser, its image and its places. */
export const selectActivities = (db: Executor) =>
  db
    .select(activityRowColumns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(activityPlaces, placesOfActivity);
