import type { Activity } from '@minga/contract/activities';

/** What an activity is to who looks at it, as far as coming is concerned. */
export type AttendanceState = 'join' | 'going' | 'past' | 'yours';

/** Owners do not confirm with themselves, and nobody joins or leaves what has begun (spec 000 section 2). */
export function attendanceState(
  activity: Pick<Activity, 'date' | 'isOwner'>,
  isAttending: boolean,
  now: Date,
): AttendanceState {
  if (activity.isOwner) return 'yours';
  if (new Date(activity.date) < now) return 'past';
  return isAttending ? 'going' : 'join';
}
