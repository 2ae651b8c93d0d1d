import type { Database, Transaction } from '../database/connection.ts';

/** Repeats a step, each time in a transaction of its own, while it says that there may be more to do and `signal` does not abort. */
export async function repeatInTransactions(
  db: Database,
  step: (tx: Transaction) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true && (await db.transaction(step)));
}
