import type { NewPushSubscription } from '@minga/contract/push';
import { and, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { sessions, users } from '../accounts/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { pushes, pushKeys, pushSubscriptions } from './schema.ts';

export type PushKeys = Omit<typeof pushKeys.$inferSelect, 'isOnly'>;
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

export async function findKeys(db: Executor): Promise<PushKeys | null> {
  const [row] = await db
    .select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey })
    .from(pushKeys);
  return row ?? null;
}

/** Stores the keys unless another process was faster; the stored ones. */
export async function insertKeys(db: Executor, keys: PushKeys): Promise<PushKeys> {
  await db.insert(pushKeys).values(keys).onConflictDoNothing();
  return (await findKeys(db)) ?? keys;
}

/** Stores a browser's subscription, or gives it to the session that now uses the browser. */
export async function upsertSubscription(
  db: Executor,
  { endpoint, keys }: NewPushSubscription,
  owner: Pick<SubscriptionRow, 'userId' | 'sessionId' | 'apiTokenId' | 'createdAt'>,
): Promise<SubscriptionRow> {
  const values = { endpoint, ...keys, ...owner };
  const [row] = await db
    .insert(pushSubscriptions)
    .values(values)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        ...values,
        // Of another account's time nothing remains.
        lastDeliveredAt: sql`case when ${pushSubscriptions.userId} = ${owner.userId} then ${pushSubscriptions.lastDeliveredAt} end`,
      },
    })
    .returning();
  if (row === undefined) throw new Error('the subscription was not stored');
  return row;
}

export interface DeviceRow {
  readonly subscription: SubscriptionRow;
  /** Null: an API token subscribed it. */
  readonly userAgent: string | null;
}

/** An account's devices, the newest first. */
export async function listDevices(
  db: Executor,
  userId: string,
  { limit, offset }: Paging,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const isOwn = eq(pushSubscriptions.userId, userId);
  const rows = await db
    .select({ subscription: pushSubscriptions, userAgent: sessions.userAgent })
    .from(pushSubscriptions)
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .where(isOwn)
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(pushSubscriptions, isOwn));
}

/** Deletes one of an account's subscriptions; false: it has none like this. */
export async function deleteSubscription(
  db: Executor,
  userId: string,
  { id, endpoint }: { id?: string; endpoint?: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        id === undefined ? undefined : eq(pushSubscriptions.id, id),
        endpoint === undefined ? undefined : eq(pushSubscriptions.endpoint, endpoint),
      ),
    );
  return rowCount !== 0;
}

/** Stores a push for each notification and device of its account. */
export async function insertPushes(
  tx: Transaction,
  stored: readonly { id: string; userId: string }[],
  dueAt: Date,
): Promise<void> {
  const ids = sql`${sql.param(stored.map(({ id }) => id))}::uuid[]`;
  const userIds = sql`${sql.param(stored.map(({ userId }) => userId))}::uuid[]`;
  await tx.execute(sql`
    insert into ${pushes} (notification_id, subscription_id, due_at)
    select stored.id, ${pushSubscriptions.id}, ${dueAt}::timestamptz
    from unnest(${ids}, ${userIds}) as stored (id, user_id)
    join ${pushSubscriptions} on ${pushSubscriptions.userId} = stored.user_id`);
}

const isDue = (now: Date) => and(sql`${pushes.state} = 'pending'`, lte(pushes.dueAt, now));

/** Due pushes with their device and notification, locked; without those that other processes have locked. */
export const lockDue = (tx: Transaction, now: Date, limit: number) =>
  tx
    .select({ push: pushes, subscription: pushSubscriptions, notification: notifications })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .innerJoin(notifications, eq(notifications.id, pushes.notificationId))
    .where(isDue(now))
    .orderBy(pushes.dueAt)
    .limit(limit)
    .for('update', { of: pushes, skipLocked: true });

export type DuePush = Awaited<ReturnType<typeof lockDue>>[number];
type PushRow = typeof pushes.$inferSelect;
type PushKey = Pick<PushRow, 'notificationId' | 'subscriptionId'>;

export async function updatePush(
  tx: Executor,
  { notificationId, subscriptionId }: PushKey,
  values: Partial<Pick<PushRow, 'state' | 'attempts' | 'dueAt'>>,
): Promise<void> {
  await tx
    .update(pushes)
    .set(values)
    .where(and(eq(pushes.notificationId, notificationId), eq(pushes.subscriptionId, subscriptionId)));
}

/** Whether anything is due. One query, since mostly nothing is. */
export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const [row] = await db.select({ id: pushes.notificationId }).from(pushes).where(isDue(now)).limit(1);
  return row !== undefined;
}

/** Locks a notification against deletion; false: it was deleted. */
export async function lockNotification(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.id, id))
    .for('update');
  return rows.length > 0;
}

/** Whether a push of a locked notification was delivered or is still pending. */
export const isReachable = async (tx: Transaction, notificationId: string): Promise<boolean> =>
  (await tx.$count(pushes, and(eq(pushes.notificationId, notificationId), ne(pushes.state, 'failed')))) > 0;

export async function setDelivered(tx: Executor, subscriptionId: string, at: Date): Promise<void> {
  await tx
    .update(pushSubscriptions)
    .set({ lastDeliveredAt: at })
    .where(eq(pushSubscriptions.id, subscriptionId));
}

export type Account = Pick<typeof users.$inferSelect, 'id' | 'email' | 'username' | 'isActive'>;

/** Locks an account against deletion; null: it was deleted. */
export async function lockAccount(tx: Transaction, userId: string): Promise<Account | null> {
  const { id, email, username, isActive } = users;
  const [row] = await tx
    .select({ id, email, username, isActive })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  return row ?? null;
}
