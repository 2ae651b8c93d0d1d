import type { Webhook, WebhookDelivery } from '@minga/contract/webhooks';
import type { DeliveryRow, WebhookRow } from './repository.ts';
import { failures } from './rules.ts';

/** Presents a webhook to owners of the collective. The secret is never included. */
export const presentWebhook = (row: WebhookRow): Webhook => ({
  _id: row.id,
  url: row.url,
  events: row.events,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  _id: row.id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  responseStatus: row.responseStatus,
  error: row.failure && failures[row.failure],
  createdAt: row.createdAt.toISOString(),
  lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  nextAttemptAt: row.state === 'pending' ? row.dueAt.toISOString() : null,
});
