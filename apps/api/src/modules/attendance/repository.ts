import type { ActivityStatus } from '@minga/contract/activities';
import type { Claim } from '@minga/contract/needs';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { images } from '../../platform/images/schema.ts';
import { users } from '../accounts/schema.ts';
import { activityRowColumns, needsOfActivity, placesOfActivity } from '../activities/queries.ts';
import { activities, activityNeeds, activityPlaces } from '../activities/schema.ts';
import type { Right } from './policy.ts';
import { isAttendanceOf, isConfirmed } from './queries.ts';
import { attendanceClaims, attendanceLinks, attendances } from './schema.ts';

export type AttendanceRow = typeof attendances.$inferSelect;

/** An attendance with what other rows say of it. */
export interface AttendanceView {
  readonly row: AttendanceRow;
  /** On the waiting list, from 1; null: not waiting. */
  readonly position: number | null;
  readonly claims: readonly Claim[];
}

export const positionOf = sql<number | null>`case when attendances.queue_number is not null then (
  select count(*)::int from attendances as ahead
  where ahead.activity_id = attendances.activity_id and ahead.queue_number <= attendances.queue_number
) end`;

/** What the attendance of a statement's row claims, in the order of the needs. */
export const claimsOf = sql<readonly Claim[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('needId', claim.need_id, 'quantity', claim.quantity) order by need.position), '[]')
  from ${attendanceClaims} as claim join ${activityNeeds} as need on need.id = claim.need_id
  where claim.attendance_id = attendances.id
)`;

/** The columns of an `AttendanceView`. */
export const viewColumns = { row: getTableColumns(attendances), position: positionOf, claims: claimsOf };

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** Inserts attendances of one locked activity. */
export async function insertAttendances(tx: Transaction, rows: readonly AttendanceRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(attendances).values([...rows]);
}

/** What a confirmation or cancellation needs of an activity. */
export type AttendedActivity = NonNullable<Awaited<ReturnType<typeof lockAttended>>>;

/** Locks an activity until the transaction ends, so that one transaction at a time changes who has a place; null: deleted. */
export async function lockAttended(tx: Transaction, id: string) {
  const { ownerId, title, date, endDate, place, directions, isLocationPrivate, status, questions } =
    activities;
  const { needsRequired, contact, capacity, companionsMax, hasWaitingList } = activities;
  const [row] = await tx
    .select({
      ...{ id: activities.id, ownerId, ownerEmail: users.email, title, date, endDate, place, directions },
      ...{
        isLocationPrivate,
        status,
        questions,
        needsRequired,
        contact,
        capacity,
        companionsMax,
        hasWaitingList,
      },
    })
    .from(activities)
    .innerJoin(users, eq(users.id, ownerId))
    .where(eq(activities.id, id))
    .for('no key update', { of: activities });
  return row ?? null;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The attendance of an address, marked as notified of a duplicate; null: it was notified within a day, or `proofHash` is that of
 * its own browser.
 */
export async function claimDuplicateNotice(
  tx: Transaction,
  { activityId, email, proofHash }: Pick<AttendanceRow, 'activityId' | 'proofHash'> & { email: string },
  now: Date,
): Promise<AttendanceRow | null> {
  const { duplicateNotifiedAt: last } = attendances;
  const [row] = await tx
    .update(attendances)
    .set({ duplicateNotifiedAt: now })
    .where(
      and(
        eq(attendances.activityId, activityId),
        eq(attendances.email, email),
        sql`${attendances.proofHash} is distinct from ${proofHash}`,
        or(isNull(last), lte(last, new Date(now.getTime() - DAY_MS))),
      ),
    )
    .returning();
  return row ?? null;
}

/** The attendance that the right covers, the newest if one browser confirmed several; null: there is none. */
export async function findByRight(
  db: Executor,
  activityId: string,
  right: Right,
): Promise<AttendanceView | null> {
  const [found] = await db
    .select(viewColumns)
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isCoveredBy(db, right)))
    .orderBy(desc(attendances.createdAt), desc(attendances.id))
    .limit(1);
  return found ?? null;
}

/** The ids of the `visible` activities among `activityIds` with a confirmed attendance that one of the rights covers. */
export async function listByRights(
  db: Executor,
  activityIds: string[],
  rights: readonly Right[],
  visible: SQL | undefined,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: attendances.activityId })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(
      and(
        inArray(attendances.activityId, activityIds),
        isConfirmed,
        or(...rights.map(right => isCoveredBy(db, right))),
        visible,
      ),
    );
  return rows.map(({ id }) => id);
}

function isCoveredBy(db: Executor, right: Right): SQL | undefined {
  if (right.by === 'account') return isAttendanceOf({ id: right.userId, email: right.email });
  if (right.by === 'owner')
    return 'email' in right ? eq(attendances.email, right.email) : eq(attendances.id, right.attendanceId);
  const proved =
    right.by === 'proof'
      ? and(eq(attendances.proofHash, right.proofHash), isNull(attendances.userId))
      : exists(linkOf(db, right.tokenHash));
  return right.email === undefined ? proved : and(proved, eq(attendances.email, right.email));
}

const linkOf = (db: Executor, tokenHash: Buffer) =>
  db
    .select({ tokenHash: attendanceLinks.tokenHash })
    .from(attendanceLinks)
    .where(and(eq(attendanceLinks.tokenHash, tokenHash), eq(attendanceLinks.attendanceId, attendances.id)));

/** Condition: `viewerId` may see the activity, as its owner or because its status is public. */
export const isVisibleTo = (viewerId: string | null, statuses: ActivityStatus[]): SQL | undefined =>
  or(inArray(activities.status, statuses), viewerId === null ? undefined : eq(activities.ownerId, viewerId));

/** Gives an account's attendances its new address. A visitor's attendance with that address becomes the account's instead. */
export async function moveToEmail(db: Executor, userId: string, email: string): Promise<void> {
  const mine = eq(attendances.userId, userId);
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
  await db.update(attendances).set({ email }).where(mine);
  await db
    .update(attendances)
    .set({ userId })
    .where(and(eq(attendances.email, email), isNull(attendances.userId)));
}

/**
 * Deletes what the account claims in activities that have not begun, and its attendances where places are limited, so that others get
 * them. Locks those activities and the account's own, in the order in which every transaction locks activities.
 */
export async function giveUpPlaces(
  tx: Transaction,
  account: { id: string; email: string },
  now: Date,
): Promise<void> {
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
    .select({ id: activities.id, capacity: activities.capacity, date: activities.date })
    .from(activities)
    .where(or(eq(activities.ownerId, account.id), isUpcoming))
    .orderBy(asc(activities.id))
    .for('update');
  const upcoming = locked.filter(({ date }) => date > now);
  const limited = upcoming.filter(({ capacity }) => capacity !== null).map(({ id }) => id);
  if (limited.length > 0)
    await tx.delete(attendances).where(and(mine, inArray(attendances.activityId, limited)));
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
}

/** Removes name, address and links from a deleted account's attendances, which still count. */
export async function anonymise(db: Executor, userId: string, email: string): Promise<void> {
  await deleteLinksWhere(db, isAttendanceOf({ id: userId, email }));
  await db
    .update(attendances)
    .set({ name: null, email: null, phone: null, userId: null, proofHash: null, answers: [] })
    .where(isAttendanceOf({ id: userId, email }));
}

async function deleteLinksWhere(db: Executor, filter: SQL | undefined): Promise<void> {
  const attendanceIds = db.select({ id: attendances.id }).from(attendances).where(filter);
  await db.delete(attendanceLinks).where(inArray(attendanceLinks.attendanceId, attendanceIds));
}

/** The account's attendances with their activities, the newest first. */
export const listOfAccount = (db: Executor, userId: string, email: string) =>
  db
    .select({
      attendance: attendances,
      claims: claimsOf,
      needs: needsOfActivity,
      activity: { title: activities.title, date: activities.date, questions: activities.questions },
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(isAttendanceOf({ id: userId, email }))
    .orderBy(desc(attendances.createdAt));

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
  const isWhole = offset === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : await db.$count(seen.as('seen')) };
}

export type OwnAttendanceRow = Awaited<ReturnType<typeof listWithActivity>>['rows'][number];

/** Locks attendances against deletion; their current addresses by id. Deleted attendances are absent. */
export async function lockAddresses(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: attendances.id, email: attendances.email })
    .from(attendances)
    .where(inArray(attendances.id, [...ids]))
    .orderBy(asc(attendances.id))
    .for('key share');
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export async function setChangeNotified(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(attendances)
    .set({ changeNotifiedAt: at })
    .where(inArray(attendances.id, [...ids]));
}

export const countAll = (db: Executor): Promise<number> => db.$count(attendances);

/** The people with a confirmed place. */
export async function countPeople(db: Executor, activityId: string): Promise<number> {
  const [row] = await db
    .select({ people: sql<number>`coalesce(sum(1 + ${attendances.companions}), 0)::int` })
    .from(attendances)
    .where(and(eq(attendances.activityId, activityId), isConfirmed));
  return row?.people ?? 0;
}

export const countOfAccount = (db: Executor, userId: string, email: string): Promise<number> =>
  db.$count(attendances, isAttendanceOf({ id: userId, email }));
