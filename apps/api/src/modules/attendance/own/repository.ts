import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../../platform/database/queries.ts';
import { images } from '../../../platform/images/schema.ts';
import { users } from '../../accounts/queries.ts';
import {
  activities,
  activityNeeds,
  activityPlaces,
  activityRowColumns,
  activitySeries,
  collectiveOfActivity,
  lockActivities,
  needsOfActivity,
  placesOfActivity,
  seriesOfActivity,
} from '../../activities/queries.ts';
import { collectives } from '../../collectives/queries.ts';
import { deleteDetached, moveDetached, voidDetachedProofs } from '../detached-repository.ts';
import type { Merged } from '../events.ts';
import { releaseClients } from '../links/repository.ts';
import type { Right } from '../policy.ts';
import { isAttendanceOf, isConfirmed } from '../queries.ts';
import { type AttendanceRow, claimsOf, isCoveredBy, isVisibleTo, viewColumns } from '../repository.ts';
import {
  attendanceClaims,
  attendanceLinks,
  attendances,
  checkIns,
  detachedHours,
  erasedVisitors,
  randomCode,
} from '../schema.ts';
import { mergeAttendances } from './rules.ts';

/**
 * Gives an account's attendances its new address, including attendances that were confirmed without a session with the old one. A
 * visitor's attendance with the new address becomes the account's: its proof and the links that were not mailed to this address are
 * void. In an activity that the account already attends, the two attendances are merged into the account's own.
 */
export async function moveAttendancesToEmail(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<Merged[]> {
  const oldEmail = sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`;
  const mine = isAttendanceOf({ id: userId, email: oldEmail });
  const ofOldEmail = and(mine, ne(attendances.email, email));
  await lockActivitiesOf(tx, or(ofOldEmail, eq(attendances.email, email)));
  await voidProofs(tx, email);
  // These links were mailed to an address that is no longer the account's.
  await deleteLinksWhere(tx, ofOldEmail);
  const twin = alias(attendances, 'twin');
  const pairs = await tx
    .select({ own: attendances, visitor: twin })
    .from(attendances)
    .innerJoin(twin, and(eq(twin.activityId, attendances.activityId), eq(twin.email, email)))
    .where(ofOldEmail)
    .orderBy(asc(attendances.activityId));
  for (const { own, visitor } of pairs) await mergeInto(tx, own, visitor);
  await moveDetached(tx, userId, oldEmail, email);
  const isNew = isNull(attendances.userId);
  const code = sql`case when ${isNew} then ${randomCode} else ${attendances.code} end`;
  await tx.update(attendances).set({ email, userId, code, corrected: [] }).where(mine);
  await tx
    .update(attendances)
    .set({ userId, code: randomCode })
    .where(and(eq(attendances.email, email), isNew));
  return pairs.map(({ own, visitor }) => ({
    id: own.id,
    mergedId: visitor.id,
    hadHours: own.hours !== null,
  }));
}

/**
 * Deletes the visitor's attendance with its links, proof and code, and moves to the account's own attendance the data that only the
 * visitor's has.
 */
async function mergeInto(tx: Transaction, own: AttendanceRow, visitor: AttendanceRow): Promise<void> {
  const isOwn = eq(attendances.id, own.id);
  const { isOverLimit, ...kept } = mergeAttendances(own, visitor);
  if ((await tx.$count(attendanceClaims, eq(attendanceClaims.attendanceId, own.id))) === 0)
    await tx
      .update(attendanceClaims)
      .set({ attendanceId: own.id })
      .where(eq(attendanceClaims.attendanceId, visitor.id));
  await tx.update(checkIns).set({ attendanceId: own.id }).where(eq(checkIns.attendanceId, visitor.id));
  await tx.delete(attendances).where(eq(attendances.id, visitor.id));
  // The merged hours belong to the account's own attendance.
  await deleteDetached(tx, eq(detachedHours.id, visitor.id));
  await tx.update(detachedHours).set({ reducedId: own.id }).where(eq(detachedHours.reducedId, visitor.id));
  // The merge does not add people. `isOverLimit` is set during the update, so that the triggers do not check the capacity, which
  // may have been lowered since.
  await tx
    .update(attendances)
    .set({ ...kept, isOverLimit: true })
    .where(isOwn);
  await tx.update(attendances).set({ isOverLimit }).where(isOwn);
}

/**
 * Voids the proofs of visitors' attendances with this address, and the links that were not mailed to it: from now on the address
 * belongs to an account. A code is replaced if a link was shown on a screen or an organiser edited the attendance.
 */
export async function voidUnproved(tx: Transaction, email: string): Promise<void> {
  await lockActivitiesOf(tx, eq(attendances.email, email));
  await voidProofs(tx, email);
  await voidDetachedProofs(tx, email);
}

async function voidProofs(tx: Transaction, email: string): Promise<void> {
  const unproved = and(eq(attendances.email, email), isNull(attendances.userId));
  const ids = tx.select({ id: attendances.id }).from(attendances).where(unproved);
  const unmailed = and(
    inArray(attendanceLinks.attendanceId, ids),
    sql`${attendanceLinks.email} is distinct from ${email}`,
  );
  const shown = await tx
    .delete(attendanceLinks)
    .where(unmailed)
    .returning({ id: attendanceLinks.attendanceId });
  await releaseClients(tx, ids);
  const isElsewhere = or(
    inArray(
      attendances.id,
      shown.map(({ id }) => id),
    ),
    sql`cardinality(${attendances.corrected}) > 0`,
  );
  const code = sql`case when ${isElsewhere} then ${randomCode} else ${attendances.code} end`;
  await tx.update(attendances).set({ proofHash: null, code, corrected: [] }).where(unproved);
}

/**
 * Locks the activities of the attendances, in the order in which every transaction locks activities. Confirmations lock the
 * activity first, so that none can interleave.
 */
async function lockActivitiesOf(tx: Transaction, filter: SQL | undefined): Promise<void> {
  const attended = tx.select({ id: attendances.activityId }).from(attendances).where(filter);
  await lockActivities(tx, inArray(activities.id, attended), 'update');
}

/**
 * Deletes the account's claims in activities that have not started, and its attendances where places are limited, so that they
 * become free. Locks those activities and the account's own, in the order in which every transaction locks activities. Returns the
 * activities of other authors in which places became free.
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
  const locked = await lockActivities(tx, or(eq(activities.ownerId, account.id), isUpcoming), 'update');
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
      activity: {
        title: activities.title,
        date: activities.date,
        questions: activities.questions,
        status: activities.status,
        ownerId: activities.ownerId,
      },
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(condition)
    .orderBy(desc(attendances.createdAt));

export const listOfAccount = (db: Executor, userId: string, email: string) =>
  selectWithActivity(db, isAttendanceOf({ id: userId, email }));

/** The account's attendances of activities that it may see, with the whole activity, the earliest first. */
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

/** An activity that the caller attends. */
export interface AttendedRow {
  readonly id: string;
  /** When the last of the caller's parties was checked in, or null if one of them was not. */
  readonly checkedInAt: Date | null;
}

/** The `visible` activities among `activityIds` with a confirmed attendance that one of the rights covers. */
export function listByRights(
  db: Executor,
  activityIds: string[],
  rights: readonly Right[],
  visible: SQL | undefined,
): Promise<AttendedRow[]> {
  return db
    .select({
      id: attendances.activityId,
      checkedInAt:
        sql<Date | null>`case when bool_and(${attendances.checkedInAt} is not null) then max(${attendances.checkedInAt}) end`.mapWith(
          attendances.checkedInAt,
        ),
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(
      and(
        inArray(attendances.activityId, activityIds),
        isConfirmed,
        or(...rights.map(right => isCoveredBy(db, right))),
        visible,
      ),
    )
    .groupBy(attendances.activityId);
}

/** The columns of an attendance that the erasure of its person's data reads. */
const erasedColumns = { id: attendances.id, activityId: attendances.activityId, email: attendances.email };

/** Condition: no account has confirmed the attendance, and it still has its person's data. */
const isNamed = and(isNull(attendances.userId), isNotNull(attendances.name));

/**
 * Condition: the attendance still has the data of a person without an account. An account that is created later with its address
 * takes it over.
 */
export const isVisitors: SQL | undefined = and(
  isNamed,
  sql`not exists (select from ${users} where ${users.email} = ${attendances.email})`,
);

/** Locks the attendances that meet a condition and still have a visitor's data. */
export const lockVisitors = (tx: Transaction, condition: SQL | undefined) =>
  lockNamed(tx, and(condition, isVisitors));

/** Locks the attendances that meet a condition, still have their person's data and were confirmed by no account. */
export const lockNamed = (tx: Transaction, condition: SQL | undefined) =>
  tx
    .select(erasedColumns)
    .from(attendances)
    .where(and(condition, isNamed))
    .orderBy(asc(attendances.id))
    .for('update');

/** Removes name, contact, account, proof, answers, links and client ids from attendances, which still count. */
export async function anonymise(db: Executor, filter: SQL | undefined): Promise<void> {
  const anonymised = db.select({ id: attendances.id }).from(attendances).where(filter);
  await db.delete(attendanceLinks).where(inArray(attendanceLinks.attendanceId, anonymised));
  await releaseClients(db, anonymised);
  await db
    .update(attendances)
    .set({ name: null, email: null, phone: null, userId: null, proofHash: null, answers: [] })
    .where(filter);
}

/** Returns the addresses that no attendance other than `ids` has. */
export async function addressesOnlyIn(
  tx: Transaction,
  emails: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const others = await tx
    .selectDistinct({ email: attendances.email })
    .from(attendances)
    .where(and(inArray(attendances.email, [...emails]), notInArray(attendances.id, [...ids])));
  const elsewhere = new Set(others.map(({ email }) => email));
  return emails.filter(email => !elsewhere.has(email));
}

/** Adds to the counts of a day. */
export async function addErasedCounts(
  tx: Transaction,
  { day, people, addresses }: typeof erasedVisitors.$inferInsert,
): Promise<void> {
  if (people === 0 && addresses === 0) return;
  await tx
    .insert(erasedVisitors)
    .values({ day, people, addresses })
    .onConflictDoUpdate({
      target: erasedVisitors.day,
      set: {
        people: sql`${erasedVisitors.people} + excluded.people`,
        addresses: sql`${erasedVisitors.addresses} + excluded.addresses`,
      },
    });
}

export const hasIdAmong = (ids: readonly string[]): SQL => inArray(attendances.id, [...ids]);

/** Condition: an attendance with one of these ids in one of the activities. */
export const hasIdAmongIn = (ids: readonly string[], activityIds: readonly string[]): SQL | undefined =>
  and(hasIdAmong(ids), inArray(attendances.activityId, [...activityIds]));
