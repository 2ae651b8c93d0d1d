import { and, eq, gt, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { activities } from '../../activities/queries.ts';
import { type AttendanceView, viewColumns } from '../repository.ts';
import { attendanceLinks, attendances } from '../schema.ts';

export interface Typed {
  readonly taskId: string;
  /** The address as it was confirmed. */
  readonly email: string;
  /** The SHA-256 of the cookie of the browser that confirmed. */
  readonly proofHash: Buffer;
}

/** Condition: this browser confirmed the attendance with this address, and it belongs to no account. */
const isTyped = ({ email, proofHash }: Typed): SQL | undefined =>
  and(eq(attendances.proofHash, proofHash), eq(attendances.email, email), isNull(attendances.userId));

/** The activity, and the dates of its series, that start after `now` and where this browser confirmed with this address. */
export async function listTypedActivities(tx: Transaction, typed: Typed, now: Date): Promise<string[]> {
  const seriesOf = tx
    .select({ id: activities.seriesId })
    .from(activities)
    .where(eq(activities.id, typed.taskId));
  const rows = await tx
    .select({ id: activities.id })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(
      and(
        isTyped(typed),
        gt(activities.date, now),
        or(eq(activities.id, typed.taskId), inArray(activities.seriesId, seriesOf)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Replaces the address of the attendances in these locked activities, and returns their ids. */
export async function replaceAddress(
  tx: Transaction,
  activityIds: readonly string[],
  typed: Typed,
  email: string,
): Promise<string[]> {
  const rows = await tx
    .update(attendances)
    .set({ email })
    .where(and(isTyped(typed), inArray(attendances.activityId, [...activityIds])))
    .returning({ id: attendances.id });
  return rows.map(({ id }) => id);
}

/** Deletes the links that were mailed to the mistyped address. */
export async function deleteMailedLinks(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(attendanceLinks).where(inArray(attendanceLinks.attendanceId, [...ids]));
}

export const viewsOf = (db: Executor, ids: readonly string[]): Promise<AttendanceView[]> =>
  db
    .select(viewColumns)
    .from(attendances)
    .where(inArray(attendances.id, [...ids]));
