import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, preparedInsert } from '../../platform/database/queries.ts';
import { publish, publishExpression } from '../../platform/live/publish.ts';
import { hashToken } from '../../platform/tokens.ts';
import { lockAccounts, users } from '../accounts/queries.ts';
import { activities, activitiesAs } from '../activities/queries.ts';
import { notifications } from './schema.ts';

declare module '../../platform/domain-events.ts' {
  interface DomainEventMap {
    notificationStored: StoredNotification;
  }
}

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotification = typeof notifications.$inferInsert;

/** Counts the notifications with a title about an activity in an account's bell since `since`. */
export const countTitled = (
  db: Executor,
  { userId, taskId, title }: Pick<NewNotification, 'userId' | 'title'> & { taskId: string },
  since: Date,
): Promise<number> =>
  db.$count(
    notifications,
    and(
      eq(notifications.userId, userId),
      eq(notifications.taskId, taskId),
      eq(notifications.title, title),
      gt(notifications.createdAt, since),
    ),
  );

/** A notification that was stored in an account's bell. */
export type StoredNotification = Pick<NotificationRow, 'id' | 'userId' | 'type' | 'createdAt'>;

const insertPublished = preparedInsert(notifications, insert => {
  const data = sql`jsonb_build_object('notificationId', id)`;
  const published = publishExpression(sql`user_id`, 'nueva_notificacion', data);
  return sql`with written as (${insert} returning id, user_id) select ${published} from written`;
});

/** Stores notifications and sends NOTIFY with their ids only, because a payload is limited to 8 kB. */
export async function insertNotifications(tx: Executor, rows: readonly NewNotification[]): Promise<void> {
  await insertPublished(
    tx,
    rows.map(row => ({ ...row, id: row.id ?? v7() })),
  );
}

/** Makes the open screens of these accounts refetch their list. */
export const publishListChange = (tx: Executor, userIds: readonly string[]): Promise<void> =>
  publish(
    tx,
    userIds.map(user => ({ user, event: 'notificaciones_cambiaron', data: {} })),
  );

/** Condition: the notification is in the bell, that is, undelivered or delivered after `since`. */
const inBell = (userId: string, since: Date): SQL | undefined =>
  and(
    eq(notifications.userId, userId),
    or(isNull(notifications.deliveredAt), gt(notifications.deliveredAt, since)),
  );

export async function listInBell(
  db: Executor,
  userId: string,
  since: Date,
  { limit, offset }: Paging,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const rows = await db
    .select()
    .from(notifications)
    .where(inBell(userId, since))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(NOTIFICATIONS_MAX);
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

export const listAllOf = (db: Executor, userId: string): Promise<NotificationRow[]> =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id));

export const countUnread = (db: Executor, userId: string, since: Date): Promise<number> =>
  db.$count(notifications, and(inBell(userId, since), isNull(notifications.readAt)));

/** Selects an account's notifications by ids, by creation time, or both; all if neither is given. */
export interface NotificationSelector {
  readonly ids?: string[] | undefined;
  /** Latest creation time, as ISO 8601. */
  readonly until?: string | undefined;
}

const isSelected = (userId: string, { ids, until }: NotificationSelector): SQL | undefined =>
  and(
    eq(notifications.userId, userId),
    ids && inArray(notifications.id, ids),
    until === undefined ? undefined : lte(notifications.createdAt, new Date(until)),
  );

/** Marks the selected notifications as read. Returns true if any was unread. */
export async function markRead(
  tx: Executor,
  userId: string,
  marked: NotificationSelector,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(isSelected(userId, marked), isNull(notifications.readAt)));
  return rowCount !== 0;
}

/** Deletes the selected notifications. Returns true if there were any. */
export async function removeOf(tx: Executor, userId: string, marked: NotificationSelector): Promise<boolean> {
  const { rowCount } = await tx.delete(notifications).where(isSelected(userId, marked));
  return rowCount !== 0;
}

/** Marks a notification as delivered and returns it, or null if it was deleted. */
export async function deliver(
  db: Executor,
  userId: string,
  id: string,
  now: Date,
): Promise<NotificationRow | null> {
  const [row] = await db
    .update(notifications)
    .set({ deliveredAt: sql`coalesce(${notifications.deliveredAt}, ${now})` })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning();
  return row ?? null;
}

/** Marks the undelivered notifications of accounts as delivered and returns them. Concurrent calls never return the same one. */
export async function takeUndelivered(
  tx: Executor,
  userIds: string[],
  now: Date,
): Promise<NotificationRow[]> {
  const rows = await tx
    .update(notifications)
    .set({ deliveredAt: now })
    .where(and(inArray(notifications.userId, userIds), isNull(notifications.deliveredAt)))
    .returning();
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** Deletes notifications created before `made` or delivered before `shown`. */
export async function deleteOlder(db: Executor, made: Date, shown: Date): Promise<void> {
  await db
    .delete(notifications)
    .where(or(lt(notifications.createdAt, made), lt(notifications.deliveredAt, shown)));
}

/** Deletes notifications in others' bells that name the person with this address. */
export async function deleteAbout(tx: Executor, email: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.aboutHash, hashToken(email)));
}

/** Updates the hash in notifications that name the account when its address changes. */
export async function moveAbout(tx: Executor, userId: string, email: string): Promise<void> {
  const [account] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (account === undefined) return;
  await tx
    .update(notifications)
    .set({ aboutHash: hashToken(email) })
    .where(eq(notifications.aboutHash, hashToken(account.email)));
}

/** Locks the owner's account before the rows that its deletion cascades to, which prevents deadlocks. */
export async function lockOwner(tx: Transaction, activityId: string): Promise<void> {
  const owner = tx.select({ id: activities.ownerId }).from(activities).where(eq(activities.id, activityId));
  await lockAccounts(tx, owner, 'key share');
}

export type OwnedActivity = Awaited<ReturnType<typeof listOwned>>[number];

/** Activities of active accounts with their owners, the earliest first. */
export const listOwned = (tx: Executor, activityIds: readonly string[]) =>
  tx
    .select({
      activity: {
        id: activities.id,
        title: activities.title,
        date: activities.date,
        place: activities.place,
        seriesId: activities.seriesId,
        sourceHost: activities.sourceHost,
        collectiveId: activities.collectiveId,
        status: activities.status,
      },
      owner: { id: users.id, username: users.username, email: users.email },
    })
    .from(activities)
    .innerJoin(users, eq(users.id, activities.ownerId))
    .where(and(inArray(activities.id, [...activityIds]), eq(users.isActive, true)))
    .orderBy(asc(activities.date), asc(activities.id));

/** The other activities that the same followed calendar has brought, whose news and decisions are gathered. */
export async function listOfSameCalendar(tx: Executor, activityId: string): Promise<string[]> {
  const named = activitiesAs('named');
  const rows = await tx
    .select({ id: activities.id })
    .from(activities)
    .innerJoin(
      named,
      and(eq(named.collectiveId, activities.collectiveId), eq(named.sourceHost, activities.sourceHost)),
    )
    .where(and(eq(named.id, activityId), ne(activities.id, activityId)));
  return rows.map(({ id }) => id);
}

/** Finds the active ones of the accounts. */
export const listAccounts = (tx: Executor, ids: readonly string[]) =>
  tx
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(and(inArray(users.id, [...ids]), eq(users.isActive, true)));
