import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { activityNeeds } from '../activities/needs-schema.ts';
import {
  activityRowColumns,
  collectiveOfActivity,
  needsOfActivity,
  placesOfActivity,
  seriesOfActivity,
} from '../activities/queries.ts';
import { activities, activityPlaces, activitySeries } from '../activities/schema.ts';
import { collectives } from '../collectives/schema.ts';
import { isAttendanceOf } from './queries.ts';
import { claimsOf, isVisibleTo, viewColumns } from './repository.ts';
import { attendanceClaims, attendanceLinks, attendances, randomCode } from './schema.ts';

/**
 * Gives an account's attendances its new address, also those confirmed signed out with the old one. A visitor's attendance with the new
 * address becomes the account's instead: what was given out for it is void, save for the links that were mailed to this address.
 */
export async function moveToEmail(db: Executor, userId: string, email: string): Promise<void> {
  const oldEmail = sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`;
  const mine = isAttendanceOf({ id: userId, email: oldEmail });
  const twin = alias(attendances, 'twin');
  const hasTwin = db
    .select({ id: twin.id })
    .from(twin)
    .where(and(eq(twin.activityId, attendances.activityId), eq(twin.email, email)));
  const ofOldEmail = and(mine, ne(attendances.email, email));
  // Confirmations lock the activity first, so none with the new address can interleave.
  const attended = db.select({ id: attendances.activityId }).from(attendances).where(ofOldEmail);
  await db
    .select({ id: activities.id })
    .from(activities)
    .where(inArray(activities.id, attended))
    .orderBy(asc(activities.id))
    .for('update');
  await db.delete(attendances).where(and(ofOldEmail, exists(hasTwin)));
  // These links were sent to an address that is no longer the account's.
  await deleteLinksWhere(db, ofOldEmail);
  const isNew = isNull(attendances.userId);
  const code = sql`case when ${isNew} then ${randomCode} else ${attendances.code} end`;
  await db.update(attendances).set({ email, userId, code, corrected: [] }).where(mine);
  await db
    .update(attendances)
    .set({ userId, code: randomCode, corrected: [] })
    .where(and(eq(attendances.email, email), isNew));
}

/**
 * Deletes what the account claims in activities that have not begun, and its attendances where places are limited, so that others get
 * them. Locks those activities and the account's own, in the order in which every transaction locks activities. Returns the activities
 * of others in which places became free.
 */
export async function giveUpPlaces(
  tx: Transaction,
  account: { id: string; email: string },
  now: Date,
): Promise<string[]> {
  const mine = isAttendanceOf(account);
  const attended = tx.select({ id: attendances.activityId }).from(attendances).where(mine);
  const myClaims = tx
    .select({ needId: attendanceClaims.needId })
    .from(attendanceClaims)
    .innerJoin(attendances, eq(attendances.id, attendanceClaims.attendanceId))
    .where(mine);
  const claimed = tx
    .select({ id: activityNeeds.activityId })
    .from(activityNeeds)
    .where(inArray(activityNeeds.id, myClaims));
  const isUpcoming = and(
    inArray(activities.id, attended),
    gt(activities.date, now),
    or(isNotNull(activities.capacity), inArray(activities.id, claimed)),
  );
  const locked = await tx
    .select({
      id: activities.id,
      ownerId: activities.ownerId,
      capacity: activities.capacity,
      date: activities.date,
    })
    .from(activities)
    .where(or(eq(activities.ownerId, account.id), isUpcoming))
    .orderBy(asc(activities.id))
    .for('update');
  const upcoming = locked.filter(({ date }) => date > now);
  const limited = upcoming.filter(({ capacity }) => capacity !== null);
  const limitedIds = limited.map(({ id }) => id);
  if (limited.length > 0)
    await tx.delete(attendances).where(and(mine, inArray(attendances.activityId, limitedIds)));
  const others = tx
    .select({ id: attendances.id })
    .from(attendances)
    .where(
      and(
        mine,
        inArray(
          attendances.activityId,
          upcoming.map(({ id }) => id),
        ),
      ),
    );
  if (upcoming.length > 0)
    await tx.delete(attendanceClaims).where(inArray(attendanceClaims.attendanceId, others));
  return limited.filter(({ ownerId }) => ownerId !== account.id).map(({ id }) => id);
}

async function deleteLinksWhere(db: Executor, filter: SQL | undefined): Promise<void> {
  const attendanceIds = db.select({ id: attendances.id }).from(attendances).where(filter);
  await db.delete(attendanceLinks).where(inArray(attendanceLinks.attendanceId, attendanceIds));
}

/** Attendances with their activities, the newest first. */
export const selectWithActivity = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      attendance: attendances,
      claims: claimsOf,
      needs: needsOfActivity,
      activity: { title: activities.title, date: activities.date, questions: activities.questions },
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(condition)
    .orderBy(desc(attendances.createdAt));

export const listOfAccount = (db: Executor, userId: string, email: string) =>
  selectWithActivity(db, isAttendanceOf({ id: userId, email }));

/** The account's attendances of activities that it may see, with the whole activity, the nearest first. */
export async function listWithActivity(
  db: Executor,
  { id, email }: { id: string; email: string },
  statuses: ActivityStatus[],
  { limit, offset }: Paging,
) {
  const filter = and(isAttendanceOf({ id, email }), isVisibleTo(id, statuses));
  const ofActivity = eq(activities.id, attendances.activityId);
  const rows = await db
    .select({ ...viewColumns, ...activityRowColumns })
    .from(attendances)
    .innerJoin(activities, ofActivity)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .leftJoin(images, eq(images.id, activities.imageId))
    .leftJoin(collectives, collectiveOfActivity)
    .leftJoin(activitySeries, seriesOfActivity)
    .leftJoin(activityPlaces, placesOfActivity)
    .where(filter)
    .orderBy(asc(activities.date), asc(attendances.id))
    .limit(limit)
    .offset(offset);
  const seen = db
    .select({ id: attendances.id })
    .from(attendances)
    .innerJoin(activities, ofActivity)
    .where(filter);
  return withTotal(rows, { limit, offset }, () => db.$count(seen.as('seen')));
}

export type OwnAttendanceRow = Awaited<ReturnType<typeof listWithActivity>>['rows'][number];

export const countOfAccount = (db: Executor, userId: string, email: string): Promise<number> =>
  db.$count(attendances, isAttendanceOf({ id: userId, email }));
