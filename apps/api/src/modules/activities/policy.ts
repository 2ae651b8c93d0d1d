import { type ActivityStatus, activityStatuses } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** The stored statuses. A held activity is pending in responses, and never public. */
export const storedStatuses = [...activityStatuses, 'held'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** The status in responses to clients. */
export const statusOnWire = (status: StoredStatus): ActivityStatus =>
  status === 'held' ? 'pending' : status;

/** The stored statuses that clients get as this one. */
export const storedStatusesOf = (status: ActivityStatus): StoredStatus[] =>
  storedStatuses.filter(stored => statusOnWire(stored) === status);

/** The statuses of public activities: pending and approved with reactive moderation, only approved with prior moderation. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

export const isPublic = (status: StoredStatus, moderation: Settings['moderation']): boolean =>
  publicStatuses(moderation).some(one => one === status);
