import { eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { calendarSequence, placesOfActivity } from './queries.ts';
import { activities, activityPlaces } from './schema.ts';

const columns = {
  id: activities.id,
  title: activities.title,
  description: activities.description,
  place: activities.place,
  date: activities.date,
  endDate: activities.endDate,
  responsible: activities.responsible,
  category: activities.category,
  tags: activities.tags,
  updatedAt: activities.updatedAt,
  latitude: activities.latitude,
  longitude: activities.longitude,
  directions: activities.directions,
  isLocationPrivate: activities.isLocationPrivate,
  organiser: users.username,
  sequence: calendarSequence,
};

/** An activity with what its calendar entry says. */
export type CalendarRow = Awaited<ReturnType<typeof findCalendarRows>>[number];

/** Finds the entries of activities by their ids, in no particular order. */
export const findCalendarRows = (tx: Executor, ids: string[]) =>
  tx
    .select(columns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(activityPlaces, placesOfActivity)
    .where(inArray(activities.id, ids));

/** How often the attendances of an activity have changed: a part of the SEQUENCE of its entry. */
export async function countChanges(db: Executor, activityId: string): Promise<number> {
  const [row] = await db
    .select({ changes: activityPlaces.changes })
    .from(activityPlaces)
    .where(eq(activityPlaces.activityId, activityId));
  return row?.changes ?? 0;
}
