import { deliveryStates, PING, type WebhookEvent, webhookEvents } from '@minga/contract/webhooks';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { collectives } from '../collectives/schema.ts';
import type { Failure } from './rules.ts';

/** URLs of other servers that receive the events of a collective. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    collectiveId: uuid('collective_id')
      .notNull()
      .references(() => collectives.id, { onDelete: 'cascade' }),
    /** The account that created the webhook, which may create a limited number. Null if the account was deleted. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    url: text('url').notNull(),
    /** Signs the deliveries. Stored in plain text, because signing needs it (docs/decisions/0049-webhooks.md). */
    secret: text('secret').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** False after a day of failures, until a delivery succeeds. */
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamptz('created_at').notNull(),
    /** Time of the first of the failures since the last success; null if the last attempt succeeded or there was none. */
    failingSince: timestamptz('failing_since'),
    /** The earliest time of the next attempt after a failure, so that an unresponsive server does not delay others. */
    resumesAt: timestamptz('resumes_at'),
  },
  table => [
    index('webhooks_collective_id_index').on(table.collectiveId),
    index('webhooks_created_by_index').on(table.createdBy),
    check('webhooks_url_length', sql`char_length(${table.url}) <= 500`),
    check('webhooks_events', sql`cardinality(${table.events}) > 0`),
  ],
);

/** The outbox of webhook events. Rows are deleted after 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** The id of the delivery, and of the event in its body. */
    id: id(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event', { enum: [...webhookEvents, PING] }).notNull(),
    /** The event's activity, which may have been deleted; null for a ping. */
    activityId: uuid('activity_id'),
    /** The body as JSON, identical for every attempt. */
    body: text('body').notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    /** Time of the first attempt. Retries end a day later. */
    firstAttemptAt: timestamptz('first_attempt_at'),
    lastAttemptAt: timestamptz('last_attempt_at'),
    /** The earliest time of the next attempt. During an attempt, the time when another process retries. */
    dueAt: timestamptz('due_at').notNull(),
    responseStatus: smallint('response_status'),
    /** The error of the last attempt. */
    failure: text('failure').$type<Failure>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('webhook_deliveries_due_at_index').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    // Finds the due deliveries of each webhook for round-robin delivery.
    index('webhook_deliveries_due_by_webhook_index')
      .on(table.webhookId, table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_webhook_id_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_created_at_index').on(table.createdAt),
    check('webhook_deliveries_state', sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);
