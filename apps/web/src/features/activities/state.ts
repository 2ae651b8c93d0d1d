import type { Activity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import { type LocationDetails, locationRows } from '@minga/contract/location';
import { now } from '../../lib/now.ts';

export type Badge = 'promoted' | 'ongoing' | 'finished' | 'pending' | 'held' | 'rejected';

type Times = Pick<Activity, 'date' | 'endDate'>;

export const isPast = (activity: Times, moment = now()) => phaseOf(activity, moment) === 'past';

export const isOngoing = (activity: Times, moment = now()) => phaseOf(activity, moment) === 'ongoing';

/** The latest start or end before `moment`, after which `activity` looks as it does then; null if there is none. */
export function lastTransition({ date, endDate }: Times, moment: Date): number | null {
  const passed = [date, endDate ?? date]
    .map(time => Date.parse(time))
    .filter(time => time < moment.getTime());
  return passed.length === 0 ? null : Math.max(...passed);
}

/** The badges of a card. Only organisers see the moderation status. */
export function badgesOf(
  activity: Pick<Activity, 'isPromoted' | 'canManage' | 'status' | 'isHeld'>,
  hasPassed: boolean,
  isUnderWay = false,
): Badge[] {
  const badges: Badge[] = [];
  if (activity.isPromoted) badges.push('promoted');
  if (isUnderWay) badges.push('ongoing');
  if (hasPassed) badges.push('finished');
  if (activity.canManage && activity.status === 'rejected') badges.push('rejected');
  if (activity.isHeld) badges.push('held');
  // A past activity no longer needs an approval.
  else if (activity.canManage && activity.status === 'pending' && !hasPassed) badges.push('pending');
  return badges;
}

/** Whether the organiser shows the location only to people whose attendance is confirmed, and this viewer is none of them. */
export const isLocationHidden = (
  activity: LocationDetails & Pick<Activity, 'isLocationPrivate' | 'canManage'>,
): boolean =>
  activity.isLocationPrivate &&
  !activity.canManage &&
  activity.location === null &&
  locationRows(activity).length === 0;

export const LOCATION_HIDDEN = 'La ubicación exacta la ven quienes confirman.';
