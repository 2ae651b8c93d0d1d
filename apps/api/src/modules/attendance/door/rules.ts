import type { CheckInResult } from '@minga/contract/check-ins';
import { doorHours } from '@minga/contract/door-hours';
import type { AttendanceStatus } from '@minga/contract/places';

interface Period {
  readonly date: Date;
  readonly endDate: Date | null;
}

export function isDoorOpen(period: Period, now: Date): boolean {
  const { opens, closes } = doorHours(period);
  return opens <= now && now <= closes;
}

/** The time of a check-in: what the device says, unless its clock is wrong, which a time in the future or before the door opened shows. */
export const arrivalTime = (sentAt: Date, period: Period, now: Date): Date =>
  sentAt > now || sentAt < doorHours(period).opens ? now : sentAt;

interface Party {
  readonly status: AttendanceStatus;
  readonly checkedInAt: Date | null;
  /** Null: not confirmed. */
  readonly hours: number | null;
}

/**
 * The outcome of a check-in at `at`; `checkedInAt` is that of the party afterwards. Of two devices the earlier time stays, unless hours were
 * confirmed by the time that an organiser saw.
 */
export function checkInOutcome(
  party: Party | null,
  at: Date,
): { readonly result: CheckInResult; readonly checkedInAt: Date | null } {
  if (party === null) return { result: 'unknown', checkedInAt: null };
  const { status, checkedInAt, hours } = party;
  if (status !== 'confirmed') return { result: 'not-confirmed', checkedInAt: null };
  return checkedInAt === null || (hours === null && at < checkedInAt)
    ? { result: 'checked-in', checkedInAt: at }
    : { result: 'already', checkedInAt };
}
