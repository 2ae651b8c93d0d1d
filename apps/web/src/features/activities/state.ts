import type { Activity } from '@minga/contract/activities';
import { now } from '../../lib/now.ts';

export type Badge = 'promoted' | 'finished' | 'pending' | 'rejected';

/** An activity is past once it has started (spec 000 section 4). */
export const isPast = (activity: Pick<Activity, 'date'>, moment = now()) => new Date(activity.date) < moment;

/** The badges of a card. Only the owner sees the moderation status. */
export function badgesOf(
  activity: Pick<Activity, 'isPromoted' | 'isOwner' | 'status'>,
  hasPassed: boolean,
): Badge[] {
  const badges: Badge[] = [];
  if (activity.isPromoted) badges.push('promoted');
  if (hasPassed) badges.push('finished');
  if (activity.isOwner && activity.status === 'rejected') badges.push('rejected');
  // A past activity no longer needs an approval.
  if (activity.isOwner && activity.status === 'pending' && !hasPassed) badges.push('pending');
  return badges;
}
