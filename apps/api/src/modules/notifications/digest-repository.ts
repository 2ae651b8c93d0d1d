import { eq, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { attendanceChanges, attendanceDigests } from './schema.ts';

export type AttendanceChange = typeof attendanceChanges.$inferSelect;

export async function insertAttendanceChanges(
  tx: Executor,
  rows: (typeof attendanceChanges.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(attendanceChanges).values(rows);
}

/** Activities with pending changes of attendances whose last digest was sent before `before`. */
export async function digestsDue(db: Executor, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await digestable(db, before, now).limit(limit);
  return rows.map(({ activityId }) => activityId);
}

export const digestable = (db: Executor, before: Date, now: Date) =>
  db
    .selectDistinct({ activityId: attendanceChanges.activityId })
    .from(attendanceChanges)
    .leftJoin(attendanceDigests, eq(attendanceDigests.activityId, attendanceChanges.activityId))
    .where(sql`${attendanceDigests.mailedAt} is null or ${canSendAgain(before, now)}`)
    .$dynamic();

/** A digest in the future was sent by a wrong clock and does not delay the next. */
const canSendAgain = (before: Date, now: Date): SQL =>
  sql`(${attendanceDigests.mailedAt} <= ${before} or ${attendanceDigests.mailedAt} > ${now})`;

/** Deletes and returns an activity's pending changes of attendances, the oldest first, unless a digest was sent since `before`. */
export async function takeDigest(
  tx: Transaction,
  activityId: string,
  before: Date,
  now: Date,
): Promise<AttendanceChange[]> {
  const claimed = await tx
    .insert(attendanceDigests)
    .values({ activityId, mailedAt: now })
    .onConflictDoUpdate({
      target: attendanceDigests.activityId,
      set: { mailedAt: now },
      setWhere: canSendAgain(before, now),
    })
    .returning({ activityId: attendanceDigests.activityId });
  if (claimed.length === 0) return [];
  const taken = await tx
    .delete(attendanceChanges)
    .where(eq(attendanceChanges.activityId, activityId))
    .returning();
  return taken.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
