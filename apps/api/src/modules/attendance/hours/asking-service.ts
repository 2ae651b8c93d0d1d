import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publicStatuses } from '../../activities/policy.ts';
import {
  claimUnasked,
  type EndedActivity,
  FEEDBACK,
  findEnded,
  listToAsk,
  setFeedbackSettled,
} from './asking-repository.ts';

export { FEEDBACK, setFeedbackSettled };

interface Ends {
  readonly from: Date;
  readonly until: Date;
}

/** Public activities that ended between two times with parties that were checked in and not asked for feedback, by their end. */
export const endedWithUnasked = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  ends: Ends,
  limit: number,
): Promise<EndedActivity[]> =>
  listToAsk(db, publicStatuses(settings.moderation), { ...ends, now: clock() }, limit);

/** The current state of such an activity, or null if it was moved, hidden or deleted. */
export const endedActivity = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  ends: Ends,
): Promise<EndedActivity | null> => findEnded(tx, id, publicStatuses(settings.moderation), ends);

/**
 * Marks at most `limit` of the activity's parties as asked and returns them with their addresses, without parties that other
 * processes have locked.
 */
export const claimParties = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
  limit: number,
) => claimUnasked(tx, activityId, clock(), limit);
