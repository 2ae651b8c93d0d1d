import type { ActivityStatus } from '@minga/contract/activities';
import { COMPANIONS_MAX } from '@minga/contract/places';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { users } from '../../accounts/queries.ts';
import { activities, activityPlaces, setAskedAgain } from '../../activities/queries.ts';
import { isConfirmed } from '../queries.ts';
import {
  type AttendanceRow,
  type AttendanceView,
  type AttendedActivity,
  viewColumns,
} from '../repository.ts';
import { attendances } from '../schema.ts';

/** The polling task that offers places and ends offers. */
export const OFFERS = 'offers';

interface Places {
  /** The number of people for whom there is room: Infinity without a limit, negative beyond the limit. */
  readonly free: number;
  /** The number of people on the waiting list. */
  readonly waiting: number;
}

/** The places of a locked activity. */
async function readPlaces(
  tx: Transaction,
  { id, capacity }: { id: string; capacity: number | null },
): Promise<Places> {
  const [row] = await tx
    .select({ taken: activityPlaces.taken, waiting: activityPlaces.waiting })
    .from(activityPlaces)
    .where(eq(activityPlaces.activityId, id));
  const { taken, waiting } = row ?? { taken: 0, waiting: 0 };
  return { free: capacity === null ? Number.POSITIVE_INFINITY : capacity - taken, waiting };
}

/** The number of people for whom there is room in a locked activity. Runs no query if there is no limit. */
export const countFree = async (
  tx: Transaction,
  activity: { id: string; capacity: number | null },
): Promise<number> =>
  activity.capacity === null ? Number.POSITIVE_INFINITY : (await readPlaces(tx, activity)).free;

export async function findView(db: Executor, id: string): Promise<AttendanceView | null> {
  const [found] = await db.select(viewColumns).from(attendances).where(eq(attendances.id, id));
  return found ?? null;
}

/** The first waiting parties after the queue number `after` that have at most `size` people, in order. */
export const listWaiting = (
  tx: Transaction,
  activityId: string,
  { after, size, limit, now }: { after: number; size: number; limit: number; now: Date },
): Promise<AttendanceRow[]> =>
  tx
    .select()
    .from(attendances)
    .where(
      and(
        isWaitingAt(activityId),
        isNotPostponed(OFFERS, attendances.id, now),
        gt(attendances.queueNumber, after),
        lte(attendances.companions, Math.min(size - 1, COMPANIONS_MAX)),
      ),
    )
    .orderBy(asc(attendances.queueNumber))
    .limit(limit);

/** Offers a place to waiting parties. `unreachable` is the expiry of offers to parties without an e-mail. */
export const setOffered = (
  tx: Transaction,
  ids: string[],
  expiresAt: { reachable: Date; unreachable: Date },
): Promise<AttendanceRow[]> =>
  tx
    .update(attendances)
    .set({
      status: 'offered',
      queueNumber: null,
      offerExpiresAt: sql`case when ${attendances.email} is null then ${expiresAt.unreachable}::timestamptz else ${expiresAt.reachable}::timestamptz end`,
    })
    .where(inArray(attendances.id, ids))
    .returning();

/** Limits the expiry of the offers of activities to the start of the activity. */
export async function shortenOffers(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  await tx
    .update(attendances)
    .set({ offerExpiresAt: sql`${activities.date}` })
    .from(activities)
    .where(
      and(
        inArray(attendances.activityId, [...activityIds]),
        eq(activities.id, attendances.activityId),
        gt(attendances.offerExpiresAt, activities.date),
      ),
    );
}

/** Returns the ids of those activities that have a waiting party. */
export async function listAwaited(tx: Transaction, activityIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: activityPlaces.activityId })
    .from(activityPlaces)
    .where(and(inArray(activityPlaces.activityId, [...activityIds]), gt(activityPlaces.waiting, 0)));
  return rows.map(({ id }) => id);
}

/** Deletes the expired offers of a locked activity. */
export const deleteExpired = (
  tx: Transaction,
  activityId: string,
  now: Date,
  limit: number,
): Promise<AttendanceRow[]> => {
  const expired = tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(
      and(
        eq(attendances.activityId, activityId),
        lte(attendances.offerExpiresAt, now),
        isNotPostponed(OFFERS, attendances.id, now),
      ),
    )
    .orderBy(asc(attendances.offerExpiresAt))
    .limit(limit);
  return tx.delete(attendances).where(inArray(attendances.id, expired)).returning();
};

/**
 * The ids of activities with expired offers, or with free places for a waiting party. It is one query, since usually there are
 * none.
 */
export async function activitiesWithDueOffers(
  db: Executor,
  statuses: ActivityStatus[],
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${attendances.activityId} as id from ${attendances} where ${attendances.offerExpiresAt} <= ${now}
      and ${isNotPostponed(OFFERS, attendances.id, now)} and ${isNotPostponed(OFFERS, attendances.activityId, now)}
    union
    select ${activities.id} from ${activityPlaces} join ${activities} on ${activities.id} = ${activityPlaces.activityId}
    where ${activityPlaces.waiting} > 0 and ${and(gt(activities.date, now), inArray(activities.status, statuses))}
      -- Without it, each poll would read the whole waiting list of every full activity.
      and ${or(isNull(activities.capacity), lt(activityPlaces.taken, activities.capacity))}
      and ${isNotPostponed(OFFERS, activities.id, now)}
      and exists (
        select from ${attendances} where ${attendances.activityId} = ${activities.id} and ${attendances.queueNumber} is not null
          and ${isNotPostponed(OFFERS, attendances.id, now)}
          and ${or(isNull(activities.capacity), sql`${activityPlaces.taken} + 1 + ${attendances.companions} <= ${activities.capacity}`)}
      )
    limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Updates a party and returns the updated row. */
export async function updateParty(
  tx: Transaction,
  id: string,
  values: Partial<
    Pick<AttendanceRow, 'companions' | 'status' | 'answers' | 'isOverLimit' | 'placedAt' | 'reconfirmedAt'>
  >,
): Promise<AttendanceRow> {
  const isConfirmed = values.status === 'confirmed';
  const [row] = await tx
    .update(attendances)
    .set({ ...values, ...(isConfirmed && { queueNumber: null, offerExpiresAt: null }) })
    .where(eq(attendances.id, id))
    .returning();
  if (row === undefined) throw new Error('the locked attendance was not updated');
  return row;
}

/** The accounts with these addresses, by address. */
export async function accountsByEmail(
  tx: Transaction,
  emails: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.email, emails));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

const isWaitingAt = (activityId: string): SQL | undefined =>
  and(eq(attendances.activityId, activityId), sql`${attendances.queueNumber} is not null`);

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
        // The conditions are literals so that the planner uses the partial index.
        sql`${activities.asksAgain} and ${activities.askedAgainAt} is null`,
        gt(activities.date, after),
        lte(activities.date, until),
        inArray(activities.status, statuses),
        isNotPostponed(RECONFIRMATIONS, activities.id, after),
      ),
    )
    .orderBy(asc(activities.date))
    .limit(limit);

/**
 * Condition: an attendance of the activity that got its place before a time and was not asked to reconfirm, except the author's
 * own.
 */
const isUnasked = ({ id, ownerId }: AttendedActivity, placedBefore: Date) =>
  and(
    eq(attendances.activityId, id),
    isConfirmed,
    isNull(attendances.askedAgainAt),
    // If the date is moved repeatedly, a party is asked once a day. The attendees are notified of each new date anyway.
    or(isNull(attendances.lastAskedAt), lte(attendances.lastAskedAt, placedBefore)),
    // The name is null if the account was deleted.
    isNotNull(attendances.name),
    or(isNull(attendances.userId), ne(attendances.userId, ownerId)),
    sql`coalesce(${attendances.placedAt}, ${attendances.createdAt}) < ${placedBefore}`,
  );

/** Whether parties of a locked activity are still to be asked, including parties that the polling task has postponed. */
export const hasUnasked = async (
  tx: Transaction,
  activity: AttendedActivity,
  placedBefore: Date,
): Promise<boolean> => (await tx.$count(attendances, isUnasked(activity, placedBefore))) > 0;

/**
 * Marks parties of a locked activity that got their place before `placedBefore` as asked, except the author's own, and returns
 * them.
 */
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

/** Clears the requests to reconfirm of these activities, and the answers to them. */
export async function clearAsked(tx: Transaction, activityIds: readonly string[]): Promise<void> {
  await setAskedAgain(tx, activityIds, null);
  await tx
    .update(attendances)
    .set({ askedAgainAt: null, reconfirmedAt: null })
    .where(
      and(
        inArray(attendances.activityId, [...activityIds]),
        or(isNotNull(attendances.askedAgainAt), isNotNull(attendances.reconfirmedAt)),
      ),
    );
}
