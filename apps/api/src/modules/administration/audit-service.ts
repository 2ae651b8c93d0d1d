import type { Transaction } from '../../platform/database/connection.ts';
import type { ActivityDeleting } from '../activities/events.ts';
import { type Action, findLast, recordAll, removeReasons } from './repository.ts';

/** Logs the actions of administrators in other modules, in the transactions of the actions. */
export const recordActions = (tx: Transaction, actions: readonly Action[]): Promise<void> =>
  recordAll(tx, actions);

/** Subscribes to `activityDeleting`: the log retains actor, action and time, and not the text about the activity. */
export const clearReasons = (tx: Transaction, deleting: readonly ActivityDeleting[]): Promise<void> =>
  removeReasons(
    tx,
    deleting.map(({ id }) => id),
  );

/**
 * The admin and the time of an activity's last rejection. Returns null if the log contains the rejection of a series only
 * for another occurrence, or if the admin's account was deleted.
 */
export const lastRejection = (
  tx: Transaction,
  activityId: string,
): Promise<{ actorId: string; at: Date } | null> => findLast(tx, 'activity.reject', activityId);
