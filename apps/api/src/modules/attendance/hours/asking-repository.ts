import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { activities } from '../../activities/schema.ts';
import { recipients } from '../queries.ts';
import { attendances } from '../schema.ts';

/** The polling task that asks for feedback. */
export const FEEDBACK = 'feedback';

/** Condition: the party came and is still to be asked. As in the partial index. */
const isUnasked = and(isNotNull(attendances.checkedInAt), isNull(attendances.feedbackAskedAt));

/** The party has an address, and does not organise the activity. */
const isReachable = (db: Executor) =>
  exists(
    db
      .select({ id: recipients.attendanceId })
      .from(recipients)
      .where(eq(recipients.attendanceId, attendances.id)),
  );

const columns = {
  id: activities.id,
  title: activities.title,
  date: activities.date,
  endsAt: activities.endsAt,
  place: activities.place,
};

/** The facts of an activity that the question states, and its end. */
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
    // For the index.
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

/** The activity as it is now; null: it was moved, hidden or deleted. */
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

/** Marks a party that has given or declined feedback, so that it is not asked on the day after. */
export async function setSettled(
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

/** Marks some parties as asked and returns them, skipping those that other processes have locked. */
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
    })
    .from(recipients)
    .where(inArray(recipients.attendanceId, ids));
}
