import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import type { AttendanceRow, Paging } from './repository.ts';
import { attendances } from './schema.ts';

/** What the organiser reads when the name or e-mail of a participant is on the list already. */
export const ALREADY_ON_LIST = 'Nombre o correo ya registrados';

/** Who attends an activity, in the order in which they confirmed. */
export async function listParticipants(
  db: Executor,
  activityId: string,
  { limit, offset }: Paging,
): Promise<{ rows: AttendanceRow[]; total: number }> {
  const ofActivity = eq(attendances.activityId, activityId);
  const rows = await db
    .select()
    .from(attendances)
    .where(ofActivity)
    .orderBy(asc(attendances.createdAt), asc(attendances.id))
    .limit(limit)
    .offset(offset);
  const isWhole = offset === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : await db.$count(attendances, ofActivity) };
}

export async function findAttendance(db: Executor, id: string): Promise<AttendanceRow | null> {
  const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
  return row ?? null;
}

/** Keeps an attendance as it is until the transaction ends: its account may end at the same time. */
export async function lockAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [row] = await tx.select().from(attendances).where(eq(attendances.id, id)).for('update');
  return row ?? null;
}

/** Is somebody of this name, in whatever capitals, registered for it; somebody else than `exceptId`? */
export async function hasParticipantNamed(
  db: Executor,
  activityId: string,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const named = and(
    eq(attendances.activityId, activityId),
    sql`lower(${attendances.name}) = lower(${name})`,
    exceptId === undefined ? undefined : ne(attendances.id, exceptId),
  );
  // Counted, not 'limit 1': for the first of few the planner reads the whole table.
  return (await db.$count(attendances, named)) > 0;
}

export async function updateAttendance(
  tx: Transaction,
  id: string,
  values: Partial<Pick<AttendanceRow, 'name' | 'email' | 'userId' | 'proofHash'>>,
): Promise<AttendanceRow> {
  const [row] = await tx.update(attendances).set(values).where(eq(attendances.id, id)).returning();
  if (row === undefined) throw new Error('the locked attendance was not updated');
  return row;
}

/** Was it there? */
export async function deleteAttendance(tx: Transaction, id: string): Promise<AttendanceRow | null> {
  const [gone] = await tx.delete(attendances).where(eq(attendances.id, id)).returning();
  return gone ?? null;
}
