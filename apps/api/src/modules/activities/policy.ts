import type { ActivityStatus } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** What everybody may see: with reactive moderation all but the rejected, with prior moderation the approved alone. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

/** Its owner always; others when its status is public. */
export const mayView = (
  viewerId: string | null,
  activity: { ownerId: string; status: ActivityStatus },
  moderation: Settings['moderation'],
): boolean => activity.ownerId === viewerId || publicStatuses(moderation).includes(activity.status);
