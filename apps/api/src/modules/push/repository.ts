import type { ActivityStatus } from '@minga/contract/activities';
import type { NewPushSubscription } from '@minga/contract/push';
import { and, desc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { groupsWithDue, isNoneOf } from '../../platform/jobs/attempts.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { sessions } from '../accounts/queries.ts';
import { activities } from '../activities/queries.ts';
import { attends } from '../attendance/queries.ts';
import { lockNotifications, notifications, notificationsAs } from '../notifications/queries.ts';
import type { StoredNotification } from '../notifications/repository.ts';
import { DEVICE_ATTEMPTS } from './rules.ts';
import { pushes, pushKeys, pushSubscriptions } from './schema.ts';

export type PushKeys = Omit<typeof pushKeys.$inferSelect, 'isOnly'>;
export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;

export async function findKeys(db: Executor): Promise<PushKeys | null> {
  const [row] = await db
    .select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey })
    .from(pushKeys);
  return row ?? null;
}

/** Stores the keys unless another process was faster. Returns the stored keys. */
export async function insertKeys(db: Executor, keys: PushKeys): Promise<PushKeys> {
  await db.insert(pushKeys).values(keys).onConflictDoNothing();
  return (await findKeys(db)) ?? keys;
}

/** Stores a browser's subscription, or transfers it to the session that now uses the browser. */
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
        // Resets the time if the subscription belonged to another account.
        lastDeliveredAt: sql`case when ${pushSubscriptions.userId} = ${owner.userId} then ${pushSubscriptions.lastDeliveredAt} end`,
        failingSince: null,
      },
    })
    .returning();
  if (row === undefined) throw new Error('the subscription was not stored');
  return row;
}

/** Deletes the subscriptions of an account above `max`, those with the oldest success first, but never the subscription `id`. */
export async function deleteSurplus(
  db: Executor,
  { id, userId }: Pick<SubscriptionRow, 'id' | 'userId'>,
  max: number,
): Promise<void> {
  const surplus = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.id, id)))
    .orderBy(
      sql`coalesce(${pushSubscriptions.lastDeliveredAt}, ${pushSubscriptions.createdAt}) desc`,
      desc(pushSubscriptions.id),
    )
    .offset(max - 1);
  await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus));
}

export interface DeviceRow {
  readonly subscription: SubscriptionRow;
  /** Null if an API token subscribed the device. */
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

/** Deletes one of an account's subscriptions. Returns false if the account has no such subscription. */
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

/** Further publications of an account within an hour are stored as notifications but not pushed. */
const PUBLICATIONS_PUSHED_AN_HOUR = 3;
const HOUR_MS = 60 * 60 * 1000;

/** Stores a push for each notification and each device of its account. */
export async function insertPushes(
  tx: Transaction,
  stored: readonly StoredNotification[],
  dueAt: Date,
): Promise<void> {
  // The time from which publications are counted. The statement does not join `notifications`: PostgreSQL would read the whole table.
  const countedFrom = stored.map(({ type, createdAt }) =>
    type === 'publication' ? new Date(createdAt.getTime() - HOUR_MS).toISOString() : null,
  );
  const ids = sql`${sql.param(stored.map(({ id }) => id))}::uuid[]`;
  const userIds = sql`${sql.param(stored.map(({ userId }) => userId))}::uuid[]`;
  await tx.execute(sql`
    insert into ${pushes} (notification_id, subscription_id, due_at)
    select stored.id, ${pushSubscriptions.id}, ${dueAt}::timestamptz
    from unnest(${ids}, ${userIds}, ${sql.param(countedFrom)}::timestamptz[]) as stored (id, user_id, counted_from)
    join ${pushSubscriptions} on ${pushSubscriptions.userId} = stored.user_id
    where counted_from is null or (
      select count(*) from ${notificationsAs('recent')}
      where recent.user_id = stored.user_id and recent.type = 'publication' and recent.created_at > counted_from
    ) <= ${PUBLICATIONS_PUSHED_AN_HOUR}`);
}

/** The polling task that sends pushes. A key consists of the ids of the notification and the subscription. */
export const PUSHES = 'pushes';

const isDue = (now: Date) => sql`${pushes.state} = 'pending' and ${pushes.dueAt} <= ${now}::timestamptz`;
const isRetryDue = (now: Date) =>
  isNotPostponed(PUSHES, sql`${pushes.notificationId} || ' ' || ${pushes.subscriptionId}`, now);

/** The host of an endpoint, with its port. */
const hostOf = sql<string>`substring(${pushSubscriptions.endpoint} from '://([^/?#]+)')`;

interface Full {
  readonly subscriptions: readonly string[];
  readonly accounts: readonly string[];
  readonly hosts: readonly string[];
  /** Whether subscriptions that have failed since their last push have no capacity left. */
  readonly failing: boolean;
}

/**
 * Locks due pushes with their device and notification, and skips those that other processes have locked. Starts with the
 * subscription after `after` (null: the first) and alternates between subscriptions (round-robin), so that one with many pushes
 * does not delay others. Excludes subscriptions without capacity.
 */
export function lockDue(
  tx: Transaction,
  now: Date,
  { limit, after, full }: { readonly limit: number; readonly after: string | null; readonly full: Full },
) {
  const isTried = sql`${isDue(now)} and ${isRetryDue(now)}`;
  const next = sql`(
    select push.notification_id, push.subscription_id from (
      select ${pushSubscriptions.id} as id
      from (${groupsWithDue(pushes, pushes.subscriptionId, isTried, after)}) as due
      join ${pushSubscriptions} on ${pushSubscriptions.id} = due.id
      where ${isNoneOf(pushSubscriptions.id, full.subscriptions)} and ${isNoneOf(pushSubscriptions.userId, full.accounts)}
        and ${isNoneOf(hostOf, full.hosts)} and ${full.failing ? isNull(pushSubscriptions.failingSince) : sql`true`}
      limit ${limit}
    ) as device cross join lateral (
      select ${pushes.notificationId} as notification_id, ${pushes.subscriptionId} as subscription_id,
        row_number() over (order by ${pushes.dueAt}, ${pushes.notificationId}) as place
      from ${pushes} where ${pushes.subscriptionId} = device.id and ${isTried}
      order by ${pushes.dueAt}, ${pushes.notificationId} limit ${DEVICE_ATTEMPTS}
    ) as push
    order by push.place, device.id limit ${limit}
  )`;
  const { id, type, title, message, taskId, createdAt, deliveredAt, readAt } = notifications;
  const notification = { id, type, title, message, taskId, createdAt, deliveredAt, readAt };
  return tx
    .select({ push: pushes, subscription: pushSubscriptions, notification, host: hostOf })
    .from(pushes)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushes.subscriptionId))
    .innerJoin(notifications, eq(notifications.id, pushes.notificationId))
    .where(and(sql`(${pushes.notificationId}, ${pushes.subscriptionId}) in ${next}`, isDue(now)))
    .for('update', { of: pushes, skipLocked: true });
}

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

/** Returns true if a push is due. It is a separate, cheap query, because usually there are none. */
export async function hasDue(db: Executor, now: Date): Promise<boolean> {
  const [row] = await db.select({ id: pushes.notificationId }).from(pushes).where(isDue(now)).limit(1);
  return row !== undefined;
}

/** Locks the pending reminder of a push, or all pending reminders of its device, against deletion. */
export const lockReminders = (
  tx: Transaction,
  { notificationId, subscriptionId }: PushKey,
  { ofAll }: { readonly ofAll: boolean },
) =>
  lockNotifications(
    tx,
    'reminder',
    tx
      .select({ id: pushes.notificationId })
      .from(pushes)
      .where(
        and(
          eq(pushes.subscriptionId, subscriptionId),
          eq(pushes.state, 'pending'),
          ofAll ? undefined : eq(pushes.notificationId, notificationId),
        ),
      ),
  );

/** Whether a push of a locked notification was delivered or is still pending. */
export const isReachable = async (tx: Transaction, notificationId: string): Promise<boolean> =>
  (await tx.$count(pushes, and(eq(pushes.notificationId, notificationId), ne(pushes.state, 'failed')))) > 0;

export async function updateSubscription(
  tx: Executor,
  id: string,
  values: Partial<Pick<SubscriptionRow, 'lastDeliveredAt' | 'failingSince'>>,
): Promise<void> {
  await tx.update(pushSubscriptions).set(values).where(eq(pushSubscriptions.id, id));
}

/**
 * The activity of a reminder, and whether the account attends or owns it and thus sees a private location. Null if the activity does not
 * exist any more.
 */
export async function findReminded(
  tx: Transaction,
  account: { readonly id: string; readonly email: string },
  activityId: string,
) {
  const [found] = await tx
    .select({
      id: activities.id,
      title: activities.title,
      date: activities.date,
      seesLocation: sql<boolean>`(${or(eq(activities.ownerId, account.id), attends(activities.id, account))})`,
    })
    .from(activities)
    .where(eq(activities.id, activityId));
  return found ?? null;
}

/** Notification types that inform other accounts than the organiser about an activity. */
const ABOUT_PUBLIC = ['reminder', 'change', 'place', 'publication', 'message'] as const;

/** Finds the notifications that inform other accounts than the owner about an activity that is no longer public. */
export async function hiddenAmong(
  tx: Transaction,
  statuses: ActivityStatus[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .innerJoin(activities, eq(activities.id, notifications.taskId))
    .where(
      and(
        inArray(notifications.id, [...ids]),
        inArray(notifications.type, [...ABOUT_PUBLIC]),
        notInArray(activities.status, statuses),
        ne(activities.ownerId, notifications.userId),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
