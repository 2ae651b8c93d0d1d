import { TransactionRollbackError } from 'drizzle-orm';
import type { Transaction } from './connection.ts';

/** Runs the step and undoes it if it is not wanted, so that both cases take the same time. */
export async function discardUnless(
  isWanted: boolean,
  tx: Transaction,
  run: (step: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await tx.transaction(async step => {
      await run(step);
      if (!isWanted) step.rollback();
    });
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error;
  }
}
