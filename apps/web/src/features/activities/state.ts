import type { Activity } from '@minga/contract/activities';

export type Badge = 'promoted' | 'finished' | 'pending' | 'rejected';

/** Past is what began before now (spec 000 section 4). */
export const isPast = (activity: Pick<Activity, 'date'>, now: Date) => new Date(activity.date) < now;

/** The signs on a card. Moderation is the owner's business alone: nobody else sees it. */
export function badgesOf(
  activity: Pick<Activity, 'date' | 'isPromoted' | 'isOwner' | 'status'>,
  now: Date,
): Badge[] {
  const badges: Badge[] = [];
  if (activity.isPromoted) badges.push('promoted');
  const isOver = isPast(activity, now);
  if (isOver) badges.push('finished');
  if (activity.isOwner && activity.status === 'rejected') badges.push('rejected');
  // Nobody waits any more for the approval of what is over.
  if (activity.isOwner && activity.status === 'pending' && !isOver) badges.push('pending');
  return badges;
}
