import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { activities } from '../activities/schema.ts';
import { isConfirmed } from './queries.ts';
import type { AttendanceRow, AttendedActivity } from './repository.ts';
import { attendances } from './schema.ts';

/** The polling task that asks whether parties still come. */
export const RECONFIRMATIONS = 'reconfirmations';

/** The next activities between two times whose parties are to be asked whether they still come. */
export const listToAsk = (
  db: Executor,
  statuses: ActivityStatus[],
  { after, until }: { after: Date; until: Date },
  limit: number,
): Promise<{ id: string; date: Date }[]> =>
  db
    .select({ id: activities.id, date: activities.date })
    .from(activities)
    .where(
      and(
        // As literals, for the partial index.
        sql`${activities.asksAgain} and ${activities.askedAgainAt} is null`,
        gt(activities.date, after),
        lte(activities.date, until),
        inArray(activities.status, statuses),
        isNotPostponed(RECONFIRMATIONS, activities.id, after),
      ),
    )
    .orderBy(asc(activities.date))
    .limit(limit);

/** Condition: a party of the activity that got its place before a time and was not asked, except the organiser's own. */
const isUnasked = ({ id, ownerId }: AttendedActivity, placedBefore: Date) =>
  and(
    eq(attendances.activityId, id),
    isConfirmed,
    isNull(attendances.askedAgainAt),
    // A date that is moved on and on asks once a day; the change of the date is told anyway.
    or(isNull(attendances.lastAskedAt), lte(attendances.lastAskedAt, placedBefore)),
    // Null: the account was deleted.
    isNotNull(attendances.name),
    or(isNull(attendances.userId), ne(attendances.userId, ownerId)),
    sql`coalesce(${attendances.placedAt}, ${attendances.createdAt}) < ${placedBefore}`,
  );

/** Whether parties of a locked activity are still to be asked, those that the polling task has postponed included. */
export const hasUnasked = async (
  tx: Transaction,
  activity: AttendedActivity,
  placedBefore: Date,
): Promise<boolean> => (await tx.$count(attendances, isUnasked(activity, placedBefore))) > 0;

/** Marks parties of a locked activity as asked: those that got their place before `placedBefore`, except the organiser's own. */
export function claimUnasked(
  tx: Transaction,
  activity: AttendedActivity,
  { placedBefore, now }: { placedBefore: Date; now: Date },
  limit: number,
): Promise<AttendanceRow[]> {
  const unasked = tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(and(isUnasked(activity, placedBefore), isNotPostponed(RECONFIRMATIONS, attendances.id, now)))
    .limit(limit);
  return tx
    .update(attendances)
    .set({ askedAgainAt: now, lastAskedAt: now })
    .where(inArray(attendances.id, unasked))
    .returning();
}

/** Records that all parties of an activity have been asked. */
export async function setAsked(tx: Transaction, activityId: string, now: Date): Promise<void> {
  await tx.update(activities).set({ askedAgainAt: now }).where(eq(activities.id, activityId));
}

/** Forgets that parties of these activities were asked, and what they said. */
export async function clearAsked(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  const ids = [...activityIds];
  await tx
    .update(activities)
    .set({ askedAgainAt: null })
    .where(and(inArray(activities.id, ids), isNotNull(activities.askedAgainAt)));
  await tx
    .update(attendances)
    .set({ askedAgainAt: null, reconfirmedAt: null })
    .where(
      and(
        inArray(attendances.activityId, ids),
        or(isNotNull(attendances.askedAgainAt), isNotNull(attendances.reconfirmedAt)),
      ),
    );
}
