import type { Transaction } from '../../platform/database/connection.ts';
import { type Action, recordAction } from './audit-repository.ts';

/** Writes down what somebody who administers did in another module, in the transaction that does it. */
export async function recordActions(tx: Transaction, actions: readonly Action[]): Promise<void> {
  for (const action of actions) await recordAction(tx, action);
}
