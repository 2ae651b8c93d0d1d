import type { ActivityStatus } from '@minga/contract/activities';
import type { Claim } from '@minga/contract/needs';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, preparedInsert, withTotal } from '../../platform/database/queries.ts';
import { publishExpression } from '../../platform/live/publish.ts';
import { activities, activityNeeds, lockActivities } from '../activities/queries.ts';
import { roles } from '../collectives/queries.ts';
import { teamRolesWith } from '../teams/policy.ts';
import type { Right } from './policy.ts';
import { isAttendanceOf, isConfirmed } from './queries.ts';
import { newCode } from './rules.ts';
import { attendanceClaims, attendanceLinks, attendances } from './schema.ts';

export type AttendanceRow = typeof attendances.$inferSelect;

/** An attendance with the data of related rows. */
export interface AttendanceView {
  readonly row: AttendanceRow;
  /** The position on the waiting list, from 1, or null if the party does not wait. */
  readonly position: number | null;
  readonly claims: readonly Claim[];
}

export const positionOf = sql<number | null>`case when attendances.queue_number is not null then (
  select count(*)::int from attendances as ahead
  where ahead.activity_id = attendances.activity_id and ahead.queue_number <= attendances.queue_number
) end`;

/** The claims of the statement's attendance row, in the order of the needs. */
export const claimsOf = sql<readonly Claim[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('needId', claim.need_id, 'quantity', claim.quantity) order by need.position), '[]')
  from ${attendanceClaims} as claim join ${activityNeeds} on need.id = claim.need_id
  where claim.attendance_id = attendances.id
)`;

/** The columns of an `AttendanceView`. */
export const viewColumns = { row: getTableColumns(attendances), position: positionOf, claims: claimsOf };

type NewAttendance = Pick<AttendanceRow, 'activityId' | 'email' | 'phone' | 'userId' | 'createdAt'> &
  Partial<AttendanceRow>;

/** An attendance with a place that nothing has happened to yet. */
export const newAttendance = (values: NewAttendance): AttendanceRow => ({
  id: v7(),
  name: null,
  proofHash: null,
  corrected: [],
  answers: [],
  companions: 0,
  status: 'confirmed',
  queueNumber: null,
  offerExpiresAt: null,
  isOverLimit: false,
  placedAt: null,
  askedAgainAt: null,
  lastAskedAt: null,
  reconfirmedAt: null,
  code: newCode(),
  checkedInAt: null,
  isSelfCheckedIn: false,
  hours: null,
  feedbackAskedAt: null,
  feedbackDeclinedAt: null,
  duplicateNotifiedAt: null,
  changeNotifiedAt: null,
  addition: null,
  ...values,
});

/** Inserts attendances of locked activities. */
export const insertAttendances = preparedInsert(attendances);

/** The columns of an activity that confirmations and cancellations read. */
export type AttendedActivity = Awaited<ReturnType<typeof lockActivities>>[number];

/**
 * Locks an activity until the transaction ends, so that only one transaction at a time changes places. Returns null if the activity
 * does not exist.
 */
export async function lockAttended(tx: Transaction, id: string): Promise<AttendedActivity | null> {
  const [row] = await lockActivities(tx, eq(activities.id, id));
  return row ?? null;
}

/**
 * Locks activities by their ids, in the order in which every transaction locks activities. With `skipsLocked` the result omits those
 * that another transaction has locked.
 */
export const lockAttendedAmong = (
  tx: Transaction,
  ids: readonly string[],
  { skipsLocked } = { skipsLocked: false },
): Promise<AttendedActivity[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : lockActivities(tx, inArray(activities.id, [...ids]), 'no key update', skipsLocked);

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Marks the attendance of an address as notified of a duplicate and returns it. Returns null if the address was notified within a
 * day, or if `proofHash` is that of the attendance's own browser.
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

/** The attendance that the right covers, the newest if one browser confirmed several, or null if there is none. */
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

/** Whether one of the rights covers the attendance. */
export const isCovered = async (db: Executor, id: string, rights: readonly Right[]): Promise<boolean> =>
  rights.length > 0 &&
  (await db.$count(
    attendances,
    and(eq(attendances.id, id), or(...rights.map(right => isCoveredBy(db, right)))),
  )) > 0;

/** Condition: the right covers the attendance. */
export function isCoveredBy(db: Executor, right: Right): SQL | undefined {
  if (right.by === 'account') return isAttendanceOf({ id: right.userId, email: right.email });
  if (right.by === 'organiser')
    return 'email' in right ? eq(attendances.email, right.email) : eq(attendances.id, right.attendanceId);
  const proved =
    right.by === 'proof'
      ? and(eq(attendances.proofHash, right.proofHash), isNull(attendances.userId))
      : exists(linkOf(db, right.tokenHash));
  if (right.email === undefined) return proved;
  return and(proved, right.email === null ? isNull(attendances.email) : eq(attendances.email, right.email));
}

const linkOf = (db: Executor, tokenHash: Buffer) =>
  db
    .select({ tokenHash: attendanceLinks.tokenHash })
    .from(attendanceLinks)
    .where(and(eq(attendanceLinks.tokenHash, tokenHash), isLinked));

/**
 * Condition: a personal link covers an attendance (decision 53). A mailed link covers it while the attendance has the address of
 * the e-mail. Any other link proves no address, so it is void once the attendance belongs to an account.
 */
export const isLinked: SQL | undefined = and(
  eq(attendanceLinks.attendanceId, attendances.id),
  or(
    eq(attendanceLinks.email, attendances.email),
    and(isNull(attendanceLinks.email), isNull(attendances.userId)),
  ),
);

/** Condition: `viewerId` owns the activity, or its status is public. */
export const isVisibleTo = (viewerId: string | null, statuses: ActivityStatus[]): SQL | undefined =>
  or(inArray(activities.status, statuses), viewerId === null ? undefined : eq(activities.ownerId, viewerId));

/** Locks attendances against deletion and returns their current addresses by id. Deleted attendances are absent. */
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

/** The number of people with a confirmed place, by activity. */
export async function countPeople(
  db: Executor,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({
      activityId: attendances.activityId,
      people: sql<number>`sum(1 + ${attendances.companions})::int`,
    })
    .from(attendances)
    .where(and(inArray(attendances.activityId, [...activityIds]), isConfirmed))
    .groupBy(attendances.activityId);
  return new Map(rows.map(({ activityId, people }) => [activityId, people]));
}

/** The organiser's error for a name or e-mail that is already on the list. */
export const ALREADY_ON_LIST = 'Nombre o correo ya registrados';

/** The attendances of an activity: confirmed ones in the order of confirmation, then offered ones, then waiting ones. */
export async function listParticipants(
  db: Executor,
  activityId: string,
  { limit, offset }: Paging,
): Promise<{ rows: AttendanceView[]; total: number }> {
  const { status, queueNumber, createdAt, id } = attendances;
  const ofActivity = eq(attendances.activityId, activityId);
  const rows = await db
    .select({
      ...viewColumns,
      position: sql<
        number | null
      >`case when ${queueNumber} is not null then (row_number() over (partition by ${status} order by ${queueNumber}))::int end`,
    })
    .from(attendances)
    .where(ofActivity)
    // The alphabetical order of the statuses is that of the list.
    .orderBy(asc(status), asc(queueNumber), asc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(attendances, ofActivity));
}

export async function findAttendance(db: Executor, id: string): Promise<AttendanceRow | null> {
  const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
  return row ?? null;
}

/** Locks an attendance until the transaction ends, since its account may be deleted concurrently. */
export async function lockAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [row] = await tx.select().from(attendances).where(eq(attendances.id, id)).for('update');
  return row ?? null;
}

/** Whether an attendance other than `exceptId` has this name, regardless of case. */
export async function hasParticipantNamed(
  db: Executor,
  activityId: string,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const hasName = and(
    eq(attendances.activityId, activityId),
    sql`lower(${attendances.name}) = lower(${name})`,
    exceptId === undefined ? undefined : ne(attendances.id, exceptId),
  );
  // A count, since the planner would read the whole table for 'limit 1'.
  return (await db.$count(attendances, hasName)) > 0;
}

/** Whether the list has people whose data was erased. */
export const hasErasedAttendees = async (db: Executor, activityId: string): Promise<boolean> =>
  (await db.$count(attendances, and(eq(attendances.activityId, activityId), isNull(attendances.name)))) > 0;

export async function updateAttendance(
  tx: Transaction,
  id: string,
  values: Partial<
    Pick<
      AttendanceRow,
      | 'name'
      | 'email'
      | 'phone'
      | 'userId'
      | 'proofHash'
      | 'corrected'
      | 'answers'
      | 'askedAgainAt'
      | 'lastAskedAt'
      | 'reconfirmedAt'
      | 'code'
      | 'checkedInAt'
      | 'isSelfCheckedIn'
      | 'hours'
      | 'feedbackAskedAt'
      | 'feedbackDeclinedAt'
      | 'addition'
    >
  >,
): Promise<AttendanceRow> {
  const [row] = await tx.update(attendances).set(values).where(eq(attendances.id, id)).returning();
  if (row === undefined) throw new Error('the locked attendance was not updated');
  return row;
}

/** Deletes an attendance and returns it, or null if it does not exist. */
export async function deleteAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [deletedRow] = await tx.delete(attendances).where(eq(attendances.id, id)).returning();
  return deletedRow ?? null;
}

/** Deletes the attendances of an activity that have these ids, and returns them. */
export const deleteAttendances = (
  tx: Transaction,
  activityId: string,
  ids: readonly string[],
): Promise<AttendanceRow[]> =>
  tx
    .delete(attendances)
    .where(and(eq(attendances.activityId, activityId), inArray(attendances.id, [...ids])))
    .returning();

/**
 * Notifies the open screens of organisers and door keepers after the commit, so that they refetch the participants. The recipients
 * are read for each call, so that an account that lost its role is not notified.
 */
export async function publishAttendanceUpdate(
  tx: Transaction,
  updated: readonly { readonly id: string }[],
): Promise<void> {
  if (updated.length === 0) return;
  const isUpdated = inArray(
    activities.id,
    updated.map(({ id }) => id),
  );
  const authors = tx
    .select({ activityId: activities.id, userId: activities.ownerId })
    .from(activities)
    .where(isUpdated);
  const teams = tx
    .select({ activityId: activities.id, userId: roles.userId })
    .from(activities)
    .innerJoin(roles, or(eq(roles.teamId, activities.id), eq(roles.teamId, activities.collectiveId)))
    .where(and(isUpdated, inArray(roles.role, [...teamRolesWith('checkIn')])));
  const keepers = union(authors, teams).as('keepers');
  const data = sql`jsonb_build_object('taskId', ${keepers.activityId})`;
  await tx
    .select({ notified: publishExpression(keepers.userId, 'asistentes_actualizados', data) })
    .from(keepers);
}
