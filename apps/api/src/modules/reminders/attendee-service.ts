import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  AttendanceCancelled,
  AttendanceConfirmed,
  AttendeeReplaced,
  VisitorErasing,
} from '../attendance/events.ts';
import { isAskedAgain } from '../attendance/rules.ts';
import { deleteOfAttendance, deleteOfVisitors, insertReminders } from './repository.ts';
import { isAhead } from './rules.ts';

const DAYS_BEFORE = 1;

/**
 * Subscriber of `attendanceConfirmed`: schedules a reminder one day before for attendees who asked for it. An account's
 * own reminder takes precedence. A confirmation less than a day ahead gets none: the confirmation email is as recent. Nor do parties
 * that will be asked on that day whether they still come.
 */
export async function remindAttendees(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  confirmed: readonly AttendanceConfirmed[],
): Promise<void> {
  const now = clock();
  const common = { daysBefore: DAYS_BEFORE, createdAt: now };
  await insertReminders(
    tx,
    confirmed
      .filter(
        ({ wantsReminder, attendance, activity }) =>
          wantsReminder &&
          isAhead(activity.date, DAYS_BEFORE, now, settings.timeZone) &&
          !(isAsked(attendance, activity) && isAskedAgain(activity, now, settings.timeZone)),
      )
      .map(({ attendance: { id, activityId, userId } }) =>
        userId === null ? { attendanceId: id, activityId, ...common } : { userId, activityId, ...common },
      ),
  );
}

/** Parties without a place are not asked, nor the organiser. */
const isAsked = (
  { status, userId }: AttendanceConfirmed['attendance'],
  { ownerId }: AttendanceConfirmed['activity'],
): boolean => status === 'confirmed' && userId !== ownerId;

/** Subscriber of `attendanceCancelled`. */
export const dropRemindersOfCancelled = (
  tx: Transaction,
  cancelled: readonly AttendanceCancelled[],
): Promise<void> =>
  dropReminders(
    tx,
    cancelled.map(({ attendance }) => attendance),
  );

/** Subscriber of `attendeeReplaced`: the former attendee does not attend any more. */
export async function dropReminders(
  tx: Transaction,
  attendances: readonly AttendeeReplaced[],
): Promise<void> {
  for (const attendance of attendances) await deleteOfAttendance(tx, attendance);
}

/** Subscriber of `visitorErasing`. */
export const dropRemindersOfVisitors = (tx: Transaction, erasing: readonly VisitorErasing[]): Promise<void> =>
  deleteOfVisitors(
    tx,
    erasing.map(({ id }) => id),
  );
