import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { apiTokens, sessions, users } from '../accounts/schema.ts';
import { notifications } from '../notifications/schema.ts';

/** The VAPID keys of the site in a single row. Push services accept pushes only with the keys that the browsers subscribed with. */
export const pushKeys = pgTable(
  'push_keys',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** The keys are encoded as base64url. */
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
  },
  table => [check('push_keys_one_row', sql`${table.isOnly}`)],
);

/** A browser that receives the pushes of an account until its session ends, or a program until its API token is deleted. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    apiTokenId: uuid('api_token_id').references(() => apiTokens.id, { onDelete: 'cascade' }),
    /** The URL at the push service. Together with the site's key it permits pushing to the browser. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and secret, which encrypt the payload; base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastDeliveredAt: timestamptz('last_delivered_at'),
    /** Time of the first of the failures since the last success; null if the last attempt succeeded or there was none. */
    failingSince: timestamptz('failing_since'),
  },
  table => [
    uniqueIndex('push_subscriptions_endpoint_key').on(table.endpoint),
    index('push_subscriptions_user_id_index').on(table.userId),
    index('push_subscriptions_session_id_index').on(table.sessionId),
    index('push_subscriptions_api_token_id_index').on(table.apiTokenId),
    check('push_subscriptions_origin', sql`num_nonnulls(${table.sessionId}, ${table.apiTokenId}) = 1`),
  ],
);

/** One push for each notification and device, until the notification is deleted. */
export const pushes = pgTable(
  'pushes',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    /** The earliest time of the next attempt. During an attempt, the time when another process retries. */
    dueAt: timestamptz('due_at').notNull(),
    attempts: smallint('attempts').notNull().default(0),
    /** `delivered`: accepted by the push service or already shown by an open screen. `failed`: not delivered, and not retried. */
    state: text('state', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
  },
  table => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    index('pushes_due_at_index').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index('pushes_subscription_id_index').on(table.subscriptionId),
    // Finds the due pushes of each subscription for round-robin delivery.
    index('pushes_due_by_subscription_index')
      .on(table.subscriptionId, table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    check('pushes_state', sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);
