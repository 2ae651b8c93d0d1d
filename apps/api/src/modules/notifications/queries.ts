import type { NotificationType } from '@minga/contract/notifications';
import { and, asc, eq, inArray, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database/connection.ts';
import * as tables from './schema.ts';

/** The notifications as other modules read them, under a name by which a statement can join them twice. */
export const notificationsAs = <Name extends string>(name: Name) =>
  new QueryBuilder().select().from(tables.notifications).as(name);

export const notifications = notificationsAs('notifications');

/** Locks those of the notifications that have a type, in the order of their ids. */
export function lockNotifications(tx: Transaction, ofType: NotificationType, ids: SQLWrapper) {
  const { id, title, message, taskId, type } = tables.notifications;
  return tx
    .select({ id, title, message, taskId })
    .from(tables.notifications)
    .where(and(eq(type, ofType), inArray(id, ids)))
    .orderBy(asc(id))
    .for('update');
}
