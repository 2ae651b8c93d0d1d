import type { Database, Executor } from '../database/connection.ts';
import { deliveryHold } from './schema.ts';

/**
 * Whether e-mails, pushes and webhooks stay in their outboxes, since the site was restored from the backup of one that may still run.
 * Everything else works. Read once by each process: a change takes effect when it starts again.
 */
export async function isHoldingDeliveries(db: Database): Promise<boolean> {
  return (await db.$count(deliveryHold)) > 0;
}

/** Does nothing if deliveries are held already. */
export async function holdDeliveries(db: Executor, since: Date): Promise<void> {
  await db.insert(deliveryHold).values({ since }).onConflictDoNothing();
}

/** Returns since when deliveries were held; null if they were not. */
export async function releaseDeliveries(db: Executor): Promise<Date | null> {
  const [row] = await db.delete(deliveryHold).returning({ since: deliveryHold.since });
  return row?.since ?? null;
}
