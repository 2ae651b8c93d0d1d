import { deliveryStates, PING, type WebhookEvent, webhookEvents } from '@minga/contract/webhooks';
import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { id, timestamptz } from '../../platform/database/columns.ts';
import { users } from '../accounts/schema.ts';
import { collectives } from '../collectives/schema.ts';
import type { Failure } from './rules.ts';

/** Addresses of other servers that get the events of a collective. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    collectiveId: uuid('collective_id')
      .notNull()
      .references(() => collectives.id, { onDelete: 'cascade' }),
    /** The account that created it, which may have a limited number; null: the account was deleted. */
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    url: text('url').notNull(),
    /** Signs what is sent, so that it is stored as it is (docs/decisions/0049-webhooks.md). */
    secret: text('secret').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** False: switched off after a day of failures. */
    isActive: boolean('is_active').notNull().default(true),
    createdAt: timestamptz('created_at').notNull(),
    /** Every attempt since then has failed; null: the last one arrived. */
    failingSince: timestamptz('failing_since'),
    /** After a failure nothing is sent before this, so that a server that does not respond holds up no others. */
    resumesAt: timestamptz('resumes_at'),
  },
  table => [
    index('webhooks_collective_id_index').on(table.collectiveId),
    index('webhooks_created_by_index').on(table.createdBy),
    check('webhooks_url_length', sql`char_length(${table.url}) <= 500`),
    check('webhooks_events', sql`cardinality(${table.events}) > 0`),
  ],
);

/** The outbox: events as they are sent, for 30 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** Also the `id` of the event in its body. */
    id: id(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event', { enum: [...webhookEvents, PING] }).notNull(),
    /** The activity that the event is about, maybe deleted; null for a ping. */
    activityId: uuid('activity_id'),
    /** JSON, the same for every attempt. */
    body: text('body').notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    /** Attempts end a day after the first one. */
    firstAttemptAt: timestamptz('first_attempt_at'),
    lastAttemptAt: timestamptz('last_attempt_at'),
    /** Not before this. While one is being sent, when another process tries again. */
    dueAt: timestamptz('due_at').notNull(),
    responseStatus: smallint('response_status'),
    /** Why the last attempt failed. */
    failure: text('failure').$type<Failure>(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [
    index('webhook_deliveries_due_at_index').on(table.dueAt).where(sql`${table.state} = 'pending'`),
    // The due deliveries of each webhook, in turns.
    index('webhook_deliveries_due_by_webhook_index')
      .on(table.webhookId, table.dueAt)
      .where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_webhook_id_index').on(table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_created_at_index').on(table.createdAt),
    check('webhook_deliveries_state', sql`${table.state} in ('pending', 'delivered', 'failed')`),
  ],
);
