import { phaseOf } from '@minga/contract/activity-phase';
import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed } from '../activities/access-service.ts';
import { endedFile } from '../activities/calendar-service.ts';
import { isPublic } from '../activities/policy.ts';
import { visibleActivity } from '../activities/service.ts';
import { withdrawDetached } from './detached-repository.ts';
import type { AttendanceCancelled } from './events.ts';
import { publishAttendanceUpdate } from './live-repository.ts';
import { cancelledEmail } from './mails.tsx';
import { offerPlaces } from './offer-service.ts';
import { deleteAttendance, findAttendance } from './participant-repository.ts';
import { type AttendanceSelector, type Caller, canLearnAbsence, type Right, rightsOf } from './policy.ts';
import { type AttendanceRow, type AttendedActivity, findByRight, lockAttended } from './repository.ts';

export const UNKNOWN_ATTENDANCE = 'Asistencia no encontrada';

/**
 * Cancels an attendance, also of a past or rejected activity, if `rightsOf` grants a right. A caller without a right gets
 * the same error whether the attendance exists or not (CONTRACT.md section 4).
 */
export async function cancelAttendance(
  platform: Platform,
  taskId: string,
  selector: AttendanceSelector,
  caller: Caller,
): Promise<AttendanceRow> {
  const viewerId = caller.session?.user.id ?? null;
  const { row, canLearn } = await deleteFirstCovered(platform, taskId, selector, caller);
  if (row !== null) return row;
  await visibleActivity(platform, taskId, viewerId);
  throw canLearn ? notFound(UNKNOWN_ATTENDANCE) : forbidden(NOT_ALLOWED);
}

function deleteFirstCovered(
  platform: Platform,
  activityId: string,
  selector: AttendanceSelector,
  caller: Caller,
): Promise<{ row: AttendanceRow | null; canLearn: boolean }> {
  return platform.db.transaction(async tx => {
    // Confirmations lock the activity before the attendance too, so the two cannot deadlock.
    const activity = await lockAttended(tx, activityId);
    if (activity === null) return { row: null, canLearn: false };
    const actorId = caller.session?.user.id ?? null;
    const rights = rightsOf(selector, caller, await isAllowed(tx, actorId, activity, 'manage'));
    for (const right of rights) {
      const found = await findByRight(tx, activityId, right);
      const row = found && (await deleteAttendance(tx, found.row.id));
      if (row === null) continue;
      const by = right.by === 'organiser' ? 'organiser' : 'attendee';
      await publishCancellations(platform, tx, activity, [{ activity, attendance: row, actorId, by }]);
      if (by === 'attendee') await mailCancelled(platform, tx, activity, row, right);
      return { row, canLearn: true };
    }
    return { row: null, canLearn: canLearnAbsence(rights) };
  });
}

/** Confirms a cancellation to the attendee who had a place, with the file that removes it from the calendar. */
async function mailCancelled(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  { name, email, status }: AttendanceRow,
  right: Right,
): Promise<void> {
  const { clock, settings, mailer } = platform;
  // The withdrawal of an activity that is not public has removed it.
  const isShown = isPublic(activity.status, settings.moderation) && phaseOf(activity, clock()) !== 'past';
  if (!isShown || name === null || email === null || status !== 'confirmed') return;
  const isProved = right.by === 'account';
  const calendar = await endedFile(tx, activity, platform);
  await mailer.sendAll(tx, [
    {
      email: await cancelledEmail({ name, email }, activity, { isProved, calendar }, platform),
      ...{ kind: 'cancelledEmail', cause: isProved ? 'recipient' : 'visitor', activityId: activity.id },
    },
  ]);
}

/** Removes any attendance for a caller whose permission was checked. Rejects with 404 if it does not exist. */
export async function withdrawAttendance(
  platform: Platform,
  tx: Transaction,
  id: string,
  cause: Pick<AttendanceCancelled, 'actorId' | 'by'>,
): Promise<void> {
  const found = await findAttendance(tx, id);
  const activity = found && (await lockAttended(tx, found.activityId));
  const deletedRow = activity && (await deleteAttendance(tx, id));
  if (!deletedRow) throw notFound(UNKNOWN_ATTENDANCE);
  await publishCancellations(platform, tx, activity, [{ activity, attendance: deletedRow, ...cause }]);
}

/** Tells the organiser and the attendees of one locked activity, and offers the places to those who wait. */
export async function publishCancellations(
  platform: Platform,
  tx: Transaction,
  activity: AttendedActivity,
  cancellations: readonly AttendanceCancelled[],
): Promise<void> {
  const helped = cancellations.filter(({ attendance }) => attendance.hours !== null);
  // The list decides who came: without its place the party has no hours.
  for (const [by, parties] of Map.groupBy(helped, one => one.by)) {
    const ids = parties.map(({ attendance }) => attendance.id);
    const because = by === 'attendee' ? 'cancelled' : 'removed';
    await withdrawDetached(tx, { ids }, platform.clock(), because);
  }
  await publishAttendanceUpdate(tx, [activity]);
  await platform.events.publish(tx, 'attendanceCancelled', cancellations);
  await offerPlaces(platform, tx, activity);
}
