import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Attendance, deleteOfAttendance, insertReminders } from './repository.ts';
import { isAhead } from './rules.ts';

const DAYS_BEFORE = 1;

interface Attending {
  readonly attendanceId: string;
  readonly activityId: string;
  readonly date: Date;
  /** The account that attends; null: somebody without one. */
  readonly userId: string | null;
}

/**
 * Reminds who confirms, by their choice, one day before. An account that has set a reminder keeps that one. Who
 * confirms less than a day ahead needs none: the letter that confirms would come at the same time.
 */
export async function remindAttendees(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  all: readonly Attending[],
): Promise<void> {
  const now = clock();
  const common = { daysBefore: DAYS_BEFORE, createdAt: now };
  await insertReminders(
    tx,
    all
      .filter(({ date }) => isAhead(date, DAYS_BEFORE, now, settings.timeZone))
      .map(({ attendanceId, activityId, userId }) =>
        userId === null ? { attendanceId, activityId, ...common } : { userId, activityId, ...common },
      ),
  );
}

/** Whose attendance it was does not attend any more. */
export const dropReminder = (tx: Transaction, attendance: Attendance): Promise<void> =>
  deleteOfAttendance(tx, attendance);
