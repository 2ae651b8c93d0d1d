import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { type AttendanceRow, type AttendanceView, viewColumns } from './repository.ts';
import { attendances } from './schema.ts';

/** The organiser's error for a name or e-mail that is already on the list. */
export const ALREADY_ON_LIST = 'Nombre o correo ya registrados';

/** The attendees of an activity: confirmed in the order of their confirmations, then offered, then waiting. */
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
    // The names of the statuses sort as the list shows them.
    .orderBy(asc(status), asc(queueNumber), asc(createdAt), asc(id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(attendances, ofActivity));
}

export async function findAttendance(db: Executor, id: string): Promise<AttendanceRow | null> {
  const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
  return row ?? null;
}

/** Locks an attendance until the transaction ends: its account may be deleted concurrently. */
export async function lockAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [row] = await tx.select().from(attendances).where(eq(attendances.id, id)).for('update');
  return row ?? null;
}

/** Whether another attendance than `exceptId` has this name, regardless of case. */
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
  // Counted instead of 'limit 1', for which the planner reads the whole table.
  return (await db.$count(attendances, hasName)) > 0;
}

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
      | 'hours'
      | 'feedbackAskedAt'
      | 'feedbackDeclinedAt'
    >
  >,
): Promise<AttendanceRow> {
  const [row] = await tx.update(attendances).set(values).where(eq(attendances.id, id)).returning();
  if (row === undefined) throw new Error('the locked attendance was not updated');
  return row;
}

/** Deletes an attendance and returns it; null: it did not exist. */
export async function deleteAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [deletedRow] = await tx.delete(attendances).where(eq(attendances.id, id)).returning();
  return deletedRow ?? null;
}

/** Deletes those of an activity's attendances. */
export const deleteAttendances = (
  tx: Transaction,
  activityId: string,
  ids: readonly string[],
): Promise<AttendanceRow[]> =>
  tx
    .delete(attendances)
    .where(and(eq(attendances.activityId, activityId), inArray(attendances.id, [...ids])))
    .returning();
