import type { CheckInResult } from '@minga/contract/check-ins';
import { doorHours } from '@minga/contract/door-hours';
import type { AttendanceStatus } from '@minga/contract/places';
import { selfCheckInHours } from '@minga/contract/self-check-in';

interface Period {
  readonly date: Date;
  readonly endDate: Date | null;
}

export function isDoorOpen(period: Period, now: Date): boolean {
  const { opens, closes } = doorHours(period);
  return opens <= now && now <= closes;
}

/**
 * The time of a check-in: the device's time, or `now` if that time is in the future or before the door opened, which shows that the
 * device's clock is wrong.
 */
export const arrivalTime = (sentAt: Date, period: Period, now: Date): Date =>
  sentAt > now || sentAt < doorHours(period).opens ? now : sentAt;

/** Whether attendees can check themselves in. */
export function isSelfCheckInOpen(period: Period, now: Date): boolean {
  const { opens, closes } = selfCheckInHours(period);
  return opens <= now && now <= closes;
}

interface Party {
  readonly status: AttendanceStatus;
  readonly checkedInAt: Date | null;
  /** The confirmed hours, or null if none are confirmed. */
  readonly hours: number | null;
}

/**
 * The outcome of a check-in at `at`, and the party's `checkedInAt` after it. If two devices check a party in, the earlier time
 * counts, unless an organiser has confirmed hours, which are based on the stored time.
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
