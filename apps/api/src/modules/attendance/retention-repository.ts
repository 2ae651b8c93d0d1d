import { and, asc, desc, eq, gt, gte, lte, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { activities } from '../activities/schema.ts';
import { isVisitors } from './erasure-repository.ts';
import { erasedVisitors } from './retention-schema.ts';
import { attendances } from './schema.ts';

/** The task that erases visitors' data. */
export const RETENTION = 'visitor-retention';

/** Visitors' attendances in activities that ended from `since` until `until`, those of the earliest first, without postponed ones. */
export const listDue = (
  db: Executor,
  { since, until, now }: { readonly since: Date | null; readonly until: Date; readonly now: Date },
  limit: number,
) =>
  db
    .select({ id: attendances.id, activityId: attendances.activityId, endsAt: activities.endsAt })
    .from(activities)
    .innerJoin(attendances, eq(attendances.activityId, activities.id))
    .where(
      and(
        lte(activities.endsAt, until),
        since === null ? undefined : gte(activities.endsAt, since),
        isVisitors,
        isNotPostponed(RETENTION, attendances.id, now),
      ),
    )
    .orderBy(asc(activities.endsAt))
    .limit(limit);

/** How many visitors' attendances there are in activities that ended until then, in how many, and the first end. */
export async function countDue(
  db: Executor,
  until: Date,
): Promise<{ people: number; activities: number; from: Date | null }> {
  const [row] = await db
    .select({
      people: sql<number>`count(*)::int`,
      activities: sql<number>`count(distinct ${attendances.activityId})::int`,
      from: sql<Date | null>`min(${activities.endsAt})`.mapWith(activities.endsAt),
    })
    .from(activities)
    .innerJoin(attendances, eq(attendances.activityId, activities.id))
    .where(and(lte(activities.endsAt, until), isVisitors));
  return row ?? { people: 0, activities: 0, from: null };
}

/** The newest days on which the job erased data. */
export const listErased = (db: Executor, limit: number) =>
  db
    .select({ day: erasedVisitors.day, people: erasedVisitors.people })
    .from(erasedVisitors)
    .where(gt(erasedVisitors.people, 0))
    .orderBy(desc(erasedVisitors.day))
    .limit(limit);
