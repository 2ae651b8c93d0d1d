import type { Activity } from '@minga/contract/activities';
import { now } from '../../lib/now.ts';

export type Badge = 'promoted' | 'finished' | 'pending' | 'rejected';

/** Past is what began before now (spec 000 section 4). */
export const isPast = (activity: Pick<Activity, 'date'>, moment = now()) => new Date(activity.date) < moment;

/** The signs on a card. Moderation is the owner's business alone: nobody else sees it. */
export function badgesOf(
  activity: Pick<Activity, 'date' | 'isPromoted' | 'isOwner' | 'status'>,
  moment = now(),
): Badge[] {
  const badges: Badge[] = [];
  if (activity.isPromoted) badges.push('promoted');
  const isOver = isPast(activity, moment);
  if (isOver) badges.push('finished');
  if (activity.isOwner && activity.status === 'rejected') badges.push('rejected');
  // Nobody waits any more for the approval of what is over.
  if (activity.isOwner && activity.status === 'pending' && !isOver) badges.push('pending');
  return badges;
}
