import type { Database, Transaction } from '../database/connection.ts';

interface Attempts<Due, Outcome> {
  /** Locks due rows, and makes those that are sent due again for the case that this process is killed. `found` counts them all. */
  take(tx: Transaction): Promise<{ taken: readonly Due[]; found: number }>;
  send(due: Due): Promise<Outcome>;
  store(tx: Transaction, due: Due, outcome: Outcome): Promise<void>;
}

/**
 * Sends due rows of an outbox to other servers, until none are left or `signal` aborts. No transaction is open during a request: one
 * takes a batch, and others store the outcomes. Any number of processes may run it: each row is taken by one of them, and again only if
 * that fails or is killed.
 */
export async function makeAttempts<Due, Outcome>(
  db: Database,
  { take, send, store }: Attempts<Due, Outcome>,
  signal?: AbortSignal,
): Promise<void> {
  for (let isAnyDue = true; isAnyDue && signal?.aborted !== true; ) {
    const { taken, found } = await db.transaction(take);
    await Promise.all(
      taken.map(async due => {
        const outcome = await send(due);
        await db.transaction(tx => store(tx, due, outcome));
      }),
    );
    isAnyDue = found > 0;
  }
}
