import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed, requireAbility } from '../activities/access-service.ts';
import { existingActivity, visibleActivity } from '../activities/service.ts';
import { UNKNOWN_ATTENDANCE } from './cancel-service.ts';
import { findDetached, isDetachedCovered, lockDetached } from './detached-repository.ts';
import { findAttendance, lockAttendance } from './participant-repository.ts';
import { type Caller, rightsOf } from './policy.ts';
import { type AttendanceRow, isCovered } from './repository.ts';

/** An attendance, or what is stored of a deleted one with hours. */
type Helper = Pick<AttendanceRow, 'id' | 'activityId' | 'userId' | 'email' | 'name'>;

/**
 * An attendance by its id, for the person (by session, personal link or visitor's proof) and for organisers. Rejects with 404 or 403. A
 * link excludes all other rights.
 */
export async function attendanceOf(
  { db }: Pick<Platform, 'db'>,
  id: string,
  tokenHash: Buffer | undefined,
  caller: Caller,
): Promise<Helper> {
  const row = await findAttendance(db, id);
  const own = rightsOf({ tokenHash }, caller, false);
  if (row === null) {
    const detached = await findDetached(db, id);
    if (detached === null) throw notFound(UNKNOWN_ATTENDANCE);
    if (await isDetachedCovered(db, id, own)) return detached;
    throw forbidden(NOT_ALLOWED);
  }
  if (await isCovered(db, id, own)) return row;
  const viewerId = caller.session?.user.id ?? null;
  if (tokenHash === undefined && viewerId !== null) {
    const { activity } = await existingActivity(db, row.activityId);
    if (await isAllowed(db, viewerId, activity, 'manage')) return row;
  }
  throw forbidden(NOT_ALLOWED);
}

/** An attendance by its id, for those who manage its activity. Rejects with 404 or 403. */
export async function managedAttendance(
  platform: Platform,
  id: string,
  viewerId: string,
): Promise<AttendanceRow> {
  const row = await findAttendance(platform.db, id);
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  const { activity } = await visibleActivity(platform, row.activityId, viewerId);
  await requireAbility(platform.db, viewerId, activity, 'manage');
  return row;
}

/** Locks an attendance until the transaction ends. Rejects with 404. */
export async function lockHelper(tx: Transaction, id: string): Promise<Helper> {
  const row = (await lockAttendance(tx, id)) ?? (await lockDetached(tx, id));
  if (row === null) throw notFound(UNKNOWN_ATTENDANCE);
  return row;
}
