import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, not, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { activities } from '../../activities/queries.ts';
import { recipients } from '../queries.ts';
import { attendances } from '../schema.ts';

/** The polling task that asks for feedback. */
export const FEEDBACK = 'feedback';

/**
 * Condition: the party was checked in and was not asked for feedback. It matches the condition of the partial
 * index.
 */
const isUnasked = and(isNotNull(attendances.checkedInAt), isNull(attendances.feedbackAskedAt));

/**
 * Condition: the party has an address, no deactivated account, is not the activity's author, and knows that an organiser added it
 * (docs/rules.md R21.6).
 */
const isReachable = (db: Executor) =>
  exists(
    db
      .select({ id: recipients.attendanceId })
      .from(recipients)
      .where(and(eq(recipients.attendanceId, attendances.id), not(recipients.isUntold))),
  );

const columns = {
  id: activities.id,
  title: activities.title,
  date: activities.date,
  endsAt: activities.endsAt,
  place: activities.place,
};

/** The facts of an activity that the request for feedback states, and its end. */
export interface EndedActivity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly endsAt: Date;
  readonly place: string;
}

const isDue = (statuses: ActivityStatus[], { from, until }: { from: Date; until: Date }) =>
  and(
    sql`${activities.endsAt} between ${from} and ${until}`,
    // The condition follows from the first one and lets the planner use the index on the start.
    lte(activities.date, until),
    inArray(activities.status, statuses),
  );

/** Activities that ended between two times with parties that are still to be asked, the earliest first. */
export const listToAsk = (
  db: Executor,
  statuses: ActivityStatus[],
  { now, ...ends }: { from: Date; until: Date; now: Date },
  limit: number,
): Promise<EndedActivity[]> =>
  db
    .select(columns)
    .from(activities)
    .where(
      and(
        isDue(statuses, ends),
        isNotPostponed(FEEDBACK, activities.id, now),
        exists(
          db
            .select({ id: attendances.id })
            .from(attendances)
            .where(
              and(
                eq(attendances.activityId, activities.id),
                isUnasked,
                isReachable(db),
                isNotPostponed(FEEDBACK, attendances.id, now),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(activities.endsAt), asc(activities.id))
    .limit(limit);

/** The current state of the activity, or null if it was moved, hidden or deleted. */
export async function findEnded(
  tx: Transaction,
  id: string,
  statuses: ActivityStatus[],
  ends: { from: Date; until: Date },
): Promise<EndedActivity | null> {
  const [row] = await tx
    .select(columns)
    .from(activities)
    .where(and(eq(activities.id, id), isDue(statuses, ends)));
  return row ?? null;
}

/** Marks a party that has given or declined feedback, so that it is not asked later. */
export async function setFeedbackSettled(
  tx: Transaction,
  attendanceId: string,
  now: Date,
  { isDeclined }: { readonly isDeclined: boolean },
): Promise<void> {
  await tx
    .update(attendances)
    .set({
      feedbackAskedAt: sql`coalesce(${attendances.feedbackAskedAt}, ${now})`,
      ...(isDeclined && { feedbackDeclinedAt: now }),
    })
    .where(eq(attendances.id, attendanceId));
}

/**
 * Marks at most `limit` parties as asked and returns them, without parties that other processes have locked.
 */
export async function claimUnasked(tx: Transaction, activityId: string, now: Date, limit: number) {
  const unasked = tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(
      and(
        eq(attendances.activityId, activityId),
        isUnasked,
        isReachable(tx),
        isNotPostponed(FEEDBACK, attendances.id, now),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await tx
    .update(attendances)
    .set({ feedbackAskedAt: now })
    .where(inLockedRows(attendances.id, unasked))
    .returning({ id: attendances.id });
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  return tx
    .select({
      id: recipients.attendanceId,
      name: recipients.name,
      email: recipients.email,
      userId: recipients.userId,
      isAdded: recipients.isAdded,
    })
    .from(recipients)
    .where(inArray(recipients.attendanceId, ids));
}
