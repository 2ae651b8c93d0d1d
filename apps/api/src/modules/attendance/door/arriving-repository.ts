import { and, eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { activities } from '../../activities/queries.ts';
import { attendances, placeCodes } from '../schema.ts';

/** The code of the place, which is created if the activity has none. Concurrent calls return the same. */
export async function ensurePlaceCode(tx: Transaction, activityId: string, code: Buffer): Promise<Buffer> {
  await tx
    .insert(placeCodes)
    .values({ activityId, code })
    .onConflictDoNothing({ target: placeCodes.activityId });
  const [row] = await tx
    .select({ code: placeCodes.code })
    .from(placeCodes)
    .where(eq(placeCodes.activityId, activityId));
  if (row === undefined) throw new Error('the inserted code was not found');
  return row.code;
}

/** Stores another code of the place. The former one is unknown from then on. */
export async function replacePlaceCode(tx: Transaction, activityId: string, code: Buffer): Promise<void> {
  await tx
    .insert(placeCodes)
    .values({ activityId, code })
    .onConflictDoUpdate({ target: placeCodes.activityId, set: { code } });
}

const { id, title, date, endDate, place, ownerId, collectiveId, status } = activities;

/** The activity with this code if its attendees may check themselves in, or null. */
export async function findByPlaceCode(db: Executor, code: Buffer) {
  const [row] = await db
    .select({ id, title, date, endDate, place, ownerId, collectiveId, status })
    .from(placeCodes)
    .innerJoin(activities, eq(activities.id, placeCodes.activityId))
    .where(and(eq(placeCodes.code, code), eq(activities.selfCheckIn, true)));
  return row ?? null;
}

export type PlaceRow = NonNullable<Awaited<ReturnType<typeof findByPlaceCode>>>;

/** Stores the arrival of a locked party that checked itself in. */
export async function setSelfCheckedIn(tx: Transaction, attendanceId: string, at: Date): Promise<void> {
  await tx
    .update(attendances)
    .set({ checkedInAt: at, isSelfCheckedIn: true })
    .where(eq(attendances.id, attendanceId));
}
