import type { Transaction } from '../../../platform/database/connection.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publicStatuses } from '../../activities/policy.ts';
import {
  claimUnasked,
  type EndedActivity,
  FEEDBACK,
  findEnded,
  listToAsk,
  setSettled,
} from './asking-repository.ts';

export { FEEDBACK, setSettled };

interface Ends {
  readonly from: Date;
  readonly until: Date;
}

/** Public activities that ended between two times with parties that came and were not asked for feedback, the earliest first. */
export const endedWithUnasked = (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  ends: Ends,
  limit: number,
): Promise<EndedActivity[]> =>
  listToAsk(db, publicStatuses(settings.moderation), { ...ends, now: clock() }, limit);

/** One of them as it is now; null: it was moved, hidden or deleted. */
export const endedActivity = (
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  ends: Ends,
): Promise<EndedActivity | null> => findEnded(tx, id, publicStatuses(settings.moderation), ends);

/** Marks at most `limit` of its parties as asked and returns them with their addresses; those that other processes ask are skipped. */
export const claimParties = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
  limit: number,
) => claimUnasked(tx, activityId, clock(), limit);
