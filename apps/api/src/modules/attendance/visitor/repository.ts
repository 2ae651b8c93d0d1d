import { and, asc, desc, eq, gt, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { users } from '../../accounts/queries.ts';
import { activities } from '../../activities/queries.ts';
import { isVisitors, selectWithActivity } from '../own/repository.ts';
import { isLinked } from '../repository.ts';
import { attendanceLinks, attendances, erasedVisitors } from '../schema.ts';

/** The attendances of a personal link, each with the address that the link was mailed to and the account that has this address. */
export const findLinked = (db: Executor, tokenHash: Buffer) =>
  db
    .select({
      id: attendances.id,
      userId: attendances.userId,
      email: attendanceLinks.email,
      accountId: users.id,
    })
    .from(attendanceLinks)
    .innerJoin(attendances, isLinked)
    .leftJoin(users, eq(users.email, attendanceLinks.email))
    .where(eq(attendanceLinks.tokenHash, tokenHash));

/** Condition: an attendance with one of these ids, or a visitor's with one of these addresses. */
export const isOfPerson = (ids: readonly string[], emails: readonly string[]): SQL | undefined =>
  or(
    inArray(attendances.id, [...ids]),
    emails.length === 0 ? undefined : and(inArray(attendances.email, [...emails]), isVisitors),
  );

/** The ids of the activities of the attendances that meet a condition. */
export const activitiesOf = (db: Executor, condition: SQL | undefined) =>
  db.selectDistinct({ id: attendances.activityId }).from(attendances).where(condition);

/** Attendances with their activities, the newest first. */
export const listWithActivities = (db: Executor, condition: SQL | undefined, limit: number) =>
  selectWithActivity(db, condition).limit(limit);

/** The task that erases visitors' data. */
export const RETENTION = 'visitor-retention';

/**
 * Visitors' attendances in activities that ended between `since` and `until`, by the end of the activity, without postponed ones.
 */
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

/**
 * The number of visitors' attendances in activities that ended at `until` or before, the number of those activities, and the
 * earliest end.
 */
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
