import { eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { users } from '../../accounts/queries.ts';
import { calendarSequence, locationColumns, placesOfActivity } from '../queries.ts';
import { activities, activityPlaces } from '../schema.ts';

const columns = {
  id: activities.id,
  title: activities.title,
  description: activities.description,
  date: activities.date,
  endDate: activities.endDate,
  responsible: activities.responsible,
  category: activities.category,
  tags: activities.tags,
  updatedAt: activities.updatedAt,
  sourceHost: activities.sourceHost,
  isSourceCancelled: activities.isSourceCancelled,
  ...locationColumns,
  organiser: users.username,
  sequence: calendarSequence,
};

/** An activity with the columns of its calendar entry. */
export type CalendarRow = Awaited<ReturnType<typeof findCalendarRows>>[number];

/** Finds the columns of entries by the ids of their activities, in no particular order. */
export const findCalendarRows = (tx: Executor, ids: string[]) =>
  tx
    .select(columns)
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(activityPlaces, placesOfActivity)
    .where(inArray(activities.id, ids));

/** A calendar entry that is cancelled after its attendance or activity was deleted. */
export interface CancelledEntry {
  readonly id: string;
  readonly date: string;
  readonly endDate: string | null;
  readonly sequence: number;
}

/**
 * The entry of an activity that the recipient no longer attends. It must be read after that attendance was
 * deleted; it is empty if the activity does not exist.
 */
export async function findCancelledEntry(tx: Executor, activityId: string): Promise<CancelledEntry[]> {
  const { id, date, endDate } = activities;
  const rows = await tx
    .select({ id, date, endDate, sequence: calendarSequence })
    .from(activities)
    .leftJoin(activityPlaces, placesOfActivity)
    .where(eq(id, activityId));
  return rows.map(row => ({
    ...row,
    date: row.date.toISOString(),
    endDate: row.endDate?.toISOString() ?? null,
  }));
}

/** The number of changes of an activity's attendances, a part of the SEQUENCE of its entry. */
export async function countChanges(db: Executor, activityId: string): Promise<number> {
  const [row] = await db
    .select({ changes: activityPlaces.changes })
    .from(activityPlaces)
    .where(eq(activityPlaces.activityId, activityId));
  return row?.changes ?? 0;
}
