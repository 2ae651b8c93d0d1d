import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Attendance, deleteOfAttendance, insertReminder } from './repository.ts';
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
export async function remindAttendee(
  { clock, settings }: Pick<Platform, 'clock' | 'settings'>,
  tx: Transaction,
  { attendanceId, activityId, date, userId }: Attending,
): Promise<void> {
  const now = clock();
  if (!isAhead(date, DAYS_BEFORE, now, settings.timeZone)) return;
  const whose = userId === null ? { attendanceId } : { userId };
  await insertReminder(tx, { ...whose, activityId, daysBefore: DAYS_BEFORE, createdAt: now });
}

/** Whose attendance it was does not attend any more. */
export const dropReminder = (tx: Transaction, attendance: Attendance): Promise<void> =>
  deleteOfAttendance(tx, attendance);
