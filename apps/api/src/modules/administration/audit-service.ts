import type { Transaction } from '../../platform/database/connection.ts';
import { type Action, recordAction } from './audit-repository.ts';

/** Logs administrators' actions of other modules, in the transaction of the action. */
export async function recordActions(tx: Transaction, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await recordAction(tx, action);
}
