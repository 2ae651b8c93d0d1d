import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { AT_ONCE, type Failure } from './rules.ts';
import { webhookDeliveries, webhooks } from './schema.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

export async function insertDeliveries(
  tx: Transaction,
  rows: (typeof webhookDeliveries.$inferInsert)[],
): Promise<DeliveryRow[]> {
  return rows.length === 0 ? [] : tx.insert(webhookDeliveries).values(rows).returning();
}

/** A webhook's deliveries, the newest first. */
export async function listDeliveries(
  db: Executor,
  webhookId: string,
  { limit, offset }: Paging,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const isOfWebhook = eq(webhookDeliveries.webhookId, webhookId);
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(isOfWebhook)
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(webhookDeliveries, isOfWebhook));
}

const isDue = (now: Date) => and(eq(webhookDeliveries.state, 'pending'), lte(webhookDeliveries.dueAt, now));

/** Whether anything is due. One query, since mostly nothing is. */
export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(isDue(now))
    .limit(1);
  return row !== undefined;
}

/**
 * Due deliveries with their webhook, locked; without those that other processes have locked, and of each webhook only some, so that
 * those of one do not hold up the others.
 */
export function lockDue(tx: Transaction, now: Date, limit: number) {
  const next = sql`(
    select id from (
      select ${webhookDeliveries.id} as id, ${webhookDeliveries.dueAt} as due_at, ${webhooks.failingSince} as failing_since,
        row_number() over (
          partition by ${webhookDeliveries.webhookId} order by ${webhookDeliveries.dueAt}, ${webhookDeliveries.id}
        ) as place
      from ${webhookDeliveries} join ${webhooks} on ${webhooks.id} = ${webhookDeliveries.webhookId}
      where ${isDue(now)} and (${webhooks.resumesAt} is null or ${webhooks.resumesAt} <= ${now})
    ) as due
    where place <= case when failing_since is null then ${AT_ONCE}::int else 1 end
    order by due_at limit ${limit}
  )`;
  return tx
    .select({ delivery: webhookDeliveries, webhook: { url: webhooks.url, secret: webhooks.secret } })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(and(sql`${webhookDeliveries.id} in ${next}`, isDue(now)))
    .for('update', { of: webhookDeliveries, skipLocked: true });
}

export type Due = Awaited<ReturnType<typeof lockDue>>[number];

export async function updateDelivery(
  tx: Transaction,
  id: string,
  values: Partial<Omit<DeliveryRow, 'id' | 'webhookId'>>,
): Promise<void> {
  await tx.update(webhookDeliveries).set(values).where(eq(webhookDeliveries.id, id));
}

/** Makes a delivery due again, as if it had not been attempted; null: the webhook has none like this. */
export async function resetDelivery(
  tx: Transaction,
  webhookId: string,
  id: string,
  now: Date,
): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(webhookDeliveries)
    .set({ state: 'pending', attempts: 0, firstAttemptAt: null, dueAt: now })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id)))
    .returning();
  return row ?? null;
}

/** Gives up what a webhook has not delivered yet. */
export async function failPending(tx: Transaction, webhookId: string, failure: Failure): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', failure })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'pending')));
}

const SWEEP_BATCH = 1_000;

/** Deletes some of the deliveries created before a time; their number. */
export async function deleteBefore(db: Executor, before: Date): Promise<number> {
  const old = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.createdAt, before))
    .limit(SWEEP_BATCH);
  const { rowCount } = await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, old));
  return rowCount ?? 0;
}
