import type { Activity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import type { OwnState } from './own-state.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What the viewer can do: join, withdraw a confirmation that is not sent yet, cancel (`going`), leave the waiting list, answer the
 * offer of a place, or nothing because the activity has started or is the viewer's own.
 */
export type AttendanceState = 'join' | 'unsent' | 'going' | 'waiting' | 'offered' | 'started' | 'own';

/** Owners do not attend their own activities, and attendances are final once the activity starts (docs/rules.md R3.10). */
export function attendanceState(
  activity: Pick<Activity, 'date' | 'isOwner'>,
  status: OwnState['status'],
  now: Date,
): AttendanceState {
  if (activity.isOwner) return 'own';
  if (hasStarted(activity, now)) return 'started';
  return status === 'confirmed' ? 'going' : (status ?? 'join');
}

/** Whether a reminder one day before `date` can still be sent. */
export const isMoreThanOneDayAhead = (date: string, now: Date): boolean =>
  Date.parse(date) - now.getTime() > DAY_MS;
