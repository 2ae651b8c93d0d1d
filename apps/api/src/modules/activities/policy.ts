import type { ActivityStatus } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** The statuses of public activities: with reactive moderation all but rejected, with prior moderation only approved. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

export const isPublic = (status: ActivityStatus, moderation: Settings['moderation']): boolean =>
  publicStatuses(moderation).includes(status);
