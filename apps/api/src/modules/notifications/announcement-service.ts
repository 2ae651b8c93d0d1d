import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ActivityChanged, ActivityDeleting } from '../activities/events.ts';
import type { AttendanceCancelled } from '../attendance/events.ts';
import {
  insertAttendanceChanges,
  insertDeletionAnnouncements,
  insertOnce,
} from './announcement-repository.ts';
import { notify } from './delivery-service.ts';
import { changeDueAt } from './rules.ts';

/**
 * Subscriber of `attendanceConfirmed` and `attendanceCancelled`: notifies the organisers, in the bell with the commit and
 * by a digest email at most every ten minutes. Skips past activities and what the organiser did.
 */
export async function notifyOwners(
  platform: Platform,
  tx: Transaction,
  type: 'attendance' | 'cancellation',
  changes: readonly AttendanceCancelled[],
): Promise<void> {
  const now = platform.clock();
  const isConfirmed = type === 'attendance';
  const relevant = changes
    .filter(
      ({ activity, attendance, actorId }) =>
        actorId !== activity.ownerId && attendance.email !== activity.ownerEmail && activity.date >= now,
    )
    .map(({ activity, attendance }) => ({ activity, attendance, name: attendance.name ?? 'Alguien' }));
  await insertAttendanceChanges(
    tx,
    relevant.map(({ activity, attendance, name }) => ({
      activityId: activity.id,
      attendanceId: attendance.id,
      name,
      isConfirmed,
      createdAt: now,
    })),
  );
  await notify(
    platform,
    tx,
    relevant.map(({ activity, name }) => ({
      type,
      userId: activity.ownerId,
      email: '',
      title: isConfirmed ? 'Nueva asistencia' : 'Asistencia cancelada',
      text: `${name} ${isConfirmed ? 'asistirá' : 'ya no asistirá'} a «${activity.title}».`,
      taskId: activity.id,
      composeEmail: null,
    })),
  );
}

/** Subscriber of `activityChanged`: stores date and place before the first of several edits, until attendees are notified. */
export async function recordChanges(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> {
  for (const { activityId, before, after } of changes) {
    if (before.date.getTime() === after.date.getTime() && before.place === after.place) continue;
    const { date, place } = before;
    await insertOnce(tx, { activityId, date, place, dueAt: changeDueAt(clock()) });
  }
}

/** Subscriber of `activityDeleting`: stores the attendees of public upcoming activities, to be notified. */
export async function recordDeletions(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  deleting: readonly ActivityDeleting[],
): Promise<void> {
  const now = clock();
  const announced = deleting.filter(({ isPublic, date }) => isPublic && date >= now);
  if (announced.length === 0) return;
  await insertDeletionAnnouncements(
    tx,
    announced.map(({ id }) => id),
    now,
  );
}
