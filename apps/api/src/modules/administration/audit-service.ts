import type { Transaction } from '../../platform/database/connection.ts';
import type { ActivityDeleting } from '../activities/events.ts';
import { type Action, recordAction, removeReasons } from './audit-repository.ts';

/** Logs administrators' actions of other modules, in the transaction of the action. */
export async function recordActions(tx: Transaction, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await recordAction(tx, action);
}

/** Subscriber of `activityDeleting`: the log retains who decided what and when, not the text about the activity. */
export const clearReasons = (tx: Transaction, deleting: readonly ActivityDeleting[]): Promise<void> =>
  removeReasons(
    tx,
    deleting.map(({ id }) => id),
  );
