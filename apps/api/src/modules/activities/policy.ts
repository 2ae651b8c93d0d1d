import { type ActivityStatus, activityStatuses } from '@minga/contract/activities';
import type { Settings } from '../../settings.ts';

/** As stored: a held activity is pending on the wire, and never public. */
export const storedStatuses = [...activityStatuses, 'held'] as const;
export type StoredStatus = (typeof storedStatuses)[number];

/** The status that clients get. */
export const statusOnWire = (status: StoredStatus): ActivityStatus =>
  status === 'held' ? 'pending' : status;

/** The stored statuses of activities that have this one on the wire. */
export const storedStatusesOf = (status: ActivityStatus): StoredStatus[] =>
  storedStatuses.filter(stored => statusOnWire(stored) === status);

/** The statuses of public activities: with reactive moderation all but rejected and held, with prior moderation only approved. */
export const publicStatuses = (moderation: Settings['moderation']): ActivityStatus[] =>
  moderation === 'prior' ? ['approved'] : ['pending', 'approved'];

export const isPublic = (status: StoredStatus, moderation: Settings['moderation']): boolean =>
  publicStatuses(moderation).some(one => one === status);
