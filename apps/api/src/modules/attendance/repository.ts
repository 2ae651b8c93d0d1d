import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { attendances } from './schema.ts';

export type AttendanceRow = typeof attendances.$inferSelect;

/** Null when this e-mail is registered for the activity already: the unique index decides. */
export async function insertAttendance(
  db: Executor,
  values: typeof attendances.$inferInsert,
): Promise<AttendanceRow | null> {
  const [row] = await db
    .insert(attendances)
    .values(values)
    .onConflictDoNothing({ target: [attendances.activityId, attendances.email] })
    .returning();
  return row ?? null;
}

/** Is somebody of this name, in whatever capitals, registered for it? */
export async function hasParticipantNamed(db: Executor, activityId: string, name: string): Promise<boolean> {
  const sameName = sql`lower(${attendances.name}) = lower(${name})`;
  return exists(db, and(eq(attendances.activityId, activityId), sameName));
}

export const attendsByEmail = (db: Executor, activityId: string, email: string): Promise<boolean> =>
  exists(db, and(eq(attendances.activityId, activityId), eq(attendances.email, email)));

export const attendsByProof = (
  db: Executor,
  activityId: string,
  proofHash: Buffer,
  email: string | undefined,
): Promise<boolean> =>
  exists(
    db,
    and(
      eq(attendances.activityId, activityId),
      eq(attendances.proofHash, proofHash),
      email === undefined ? undefined : eq(attendances.email, email),
    ),
  );

async function exists(db: Executor, filter: ReturnType<typeof and>): Promise<boolean> {
  const [row] = await db.select({ id: attendances.id }).from(attendances).where(filter).limit(1);
  return row !== undefined;
}
