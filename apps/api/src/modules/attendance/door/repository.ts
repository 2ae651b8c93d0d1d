import type { CheckInResult } from '@minga/contract/check-ins';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { activities } from '../../activities/queries.ts';
import type { AttendanceRow } from '../repository.ts';
import { attendances, checkIns } from '../schema.ts';

/** The list of a door, by name. */
export const listAtDoor = (db: Executor, activityId: string) =>
  db
    .select({
      id: attendances.id,
      name: attendances.name,
      companions: attendances.companions,
      status: attendances.status,
      code: attendances.code,
      checkedInAt: attendances.checkedInAt,
      isSelfCheckedIn: attendances.isSelfCheckedIn,
      hasHours: sql<boolean>`${attendances.hours} is not null`,
    })
    .from(attendances)
    .where(eq(attendances.activityId, activityId))
    .orderBy(asc(attendances.name), asc(attendances.id));

export type DoorRow = Awaited<ReturnType<typeof listAtDoor>>[number];

const { id, title, date, endDate, place, status, ownerId, collectiveId } = activities;

/** The attendance with this code and its activity, or null. */
export async function findByCode(db: Executor, code: Buffer) {
  const [row] = await db
    .select({
      activity: { id, title, date, endDate, place, status, ownerId, collectiveId },
      attendance: {
        id: attendances.id,
        name: attendances.name,
        companions: attendances.companions,
        status: attendances.status,
        checkedInAt: attendances.checkedInAt,
      },
    })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(eq(attendances.code, code));
  return row ?? null;
}

export type ArrivalRow = NonNullable<Awaited<ReturnType<typeof findByCode>>>;

/** Claims the ids of check-ins and returns those that no other transaction has stored. */
export async function claimCheckIns(
  tx: Transaction,
  activityId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  // The ids are one parameter, since the query builder takes milliseconds for hundreds of rows.
  const { rows } = await tx.execute<{ id: string }>(
    sql`insert into ${checkIns} (activity_id, id) select ${activityId}, given.id from unnest(${sql.param(ids)}::uuid[]) as given (id)
      on conflict do nothing returning id`,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface CheckInRow {
  readonly id: string;
  readonly attendanceId: string | null;
  readonly result: CheckInResult;
}

/** Stored check-ins, each with the time at which its party was checked in. */
export const findCheckIns = (tx: Transaction, activityId: string, ids: readonly string[]) =>
  tx
    .select({
      id: checkIns.id,
      attendanceId: checkIns.attendanceId,
      result: checkIns.result,
      checkedInAt: attendances.checkedInAt,
    })
    .from(checkIns)
    .leftJoin(attendances, eq(attendances.id, checkIns.attendanceId))
    .where(and(eq(checkIns.activityId, activityId), sql`${checkIns.id} = any(${sql.param(ids)}::uuid[])`));

/** Locks the attendances of an activity with these ids or codes. */
export const lockParties = (
  tx: Transaction,
  activityId: string,
  { ids, codes }: { ids: readonly string[]; codes: readonly Buffer[] },
): Promise<AttendanceRow[]> =>
  ids.length + codes.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(attendances)
        .where(
          and(
            eq(attendances.activityId, activityId),
            or(
              sql`${attendances.id} = any(${sql.param(ids)}::uuid[])`,
              sql`${attendances.code} = any(${sql.param(codes)}::bytea[])`,
            ),
          ),
        )
        .orderBy(asc(attendances.id))
        .for('update');

/** Stores the check-in times of parties that the door has seen. */
export async function setCheckedIn(
  tx: Transaction,
  arrivals: readonly { readonly id: string; readonly checkedInAt: Date }[],
): Promise<void> {
  if (arrivals.length === 0) return;
  await tx.execute(
    sql`update ${attendances} set checked_in_at = arrived.at, is_self_checked_in = false from unnest(${sql.param(arrivals.map(({ id }) => id))}::uuid[],
      ${sql.param(arrivals.map(({ checkedInAt }) => checkedInAt.toISOString()))}::timestamptz[]) as arrived (id, at)
      where ${attendances.id} = arrived.id`,
  );
}

/** Stores the outcomes of claimed check-ins. */
export async function storeOutcomes(
  tx: Transaction,
  activityId: string,
  outcomes: readonly CheckInRow[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.execute(
    sql`update ${checkIns} set attendance_id = outcome.attendance_id, result = outcome.result
      from jsonb_to_recordset(${JSON.stringify(outcomes.map(({ id, attendanceId, result }) => ({ id, attendance_id: attendanceId, result })))}::jsonb)
        as outcome (id uuid, attendance_id uuid, result text)
      where ${checkIns.activityId} = ${activityId} and ${checkIns.id} = outcome.id`,
  );
}

/** Clears a check-in, and the hours, which require one. */
export async function clearCheckedIn(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(attendances)
    .set({ checkedInAt: null, isSelfCheckedIn: false, hours: null })
    .where(eq(attendances.id, id));
}

/** Inserts parties that came without having signed up. The door admits them even beyond the capacity. */
export async function insertWalkIns(
  tx: Transaction,
  rows: readonly (Pick<AttendanceRow, 'id' | 'activityId' | 'companions' | 'createdAt' | 'checkedInAt'> & {
    readonly name: string;
  })[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(attendances).values(rows.map(row => ({ ...row, isOverLimit: true })));
}
