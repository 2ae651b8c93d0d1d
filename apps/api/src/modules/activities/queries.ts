import { eq, getTableColumns } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { activities } from './schema.ts';

const { searchWords: _words, searchText: _text, ...activityColumns } = getTableColumns(activities);

/** The columns of an activity's row with its organiser and its image, for joins. */
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
};

/** Every activity with its organiser and its image. */
export const selectActivities = (db: Executor) =>
  db
    .select(activityRowColumns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId));
