import type { Transaction } from '../../platform/database/connection.ts';
import type { ActivityDeleting } from '../activities/events.ts';
import { type Action, findLast, recordAll, removeReasons } from './repository.ts';

/** Logs administrators' actions of other modules, in the transaction of the action. */
export const recordActions = (tx: Transaction, actions: readonly Action[]): Promise<void> =>
  recordAll(tx, actions);

/** Subscriber of `activityDeleting`: the log retains who decided what and when, not the text about the activity. */
export const clearReasons = (tx: Transaction, deleting: readonly ActivityDeleting[]): Promise<void> =>
  removeReasons(
    tx,
    deleting.map(({ id }) => id),
  );

/** The last rejection of an activity: its admin and time; null: the log has it for another occurrence of the series. */
export const lastRejection = (
  tx: Transaction,
  activityId: string,
): Promise<{ actorId: string; at: Date } | null> => findLast(tx, 'activity.reject', activityId);
