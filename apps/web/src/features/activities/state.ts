import type { Activity } from '@minga/contract/activities';
import { now } from '../../lib/now.ts';

export type Badge = 'promoted' | 'ongoing' | 'finished' | 'pending' | 'held' | 'rejected';

type Times = Pick<Activity, 'date' | 'endDate'>;

/** The instant at which an activity becomes past: its end, or its start if it has none (spec 000 section 4, COMMUNITY.md section 9). */
const endOf = ({ date, endDate }: Times) => new Date(endDate ?? date);

export const isPast = (activity: Times, moment = now()) => endOf(activity) < moment;

/** Whether an activity with an end has started and is not past. */
export const isOngoing = (activity: Times, moment = now()) =>
  new Date(activity.date) < moment && !isPast(activity, moment);

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
export const isLocationHidden = ({
  isLocationPrivate,
  canManage,
  location,
  directions,
}: Pick<Activity, 'isLocationPrivate' | 'canManage' | 'location' | 'directions'>): boolean =>
  isLocationPrivate && !canManage && location === null && directions === '';

export const LOCATION_HIDDEN = 'La ubicación exacta la ven quienes confirman.';
