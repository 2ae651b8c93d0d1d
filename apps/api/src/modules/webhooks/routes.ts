import type { Webhook, WebhookDelivery } from '@minga/contract/webhooks';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  retryDelivery,
} from '@minga/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { requireConfirmedIdentity, type Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { collectiveFor } from '../collectives/service.ts';
import type { DeliveryRow, WebhookRow } from './repository.ts';
import { failures } from './rules.ts';
import * as webhooks from './service.ts';

/** Presents a webhook to owners of the collective. The secret is never included. */
const presentWebhook = (row: WebhookRow): Webhook => ({
  _id: row.id,
  url: row.url,
  events: row.events,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
});

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
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

/** Routes for the webhooks of a collective, for its owners. */
export function webhookRoutes(app: FastifyInstance, platform: Platform): void {
  const collectiveIdFor = async (slug: string, { user }: Session): Promise<string> =>
    (await collectiveFor(platform, slug, user, 'manageWebhooks')).collective.id;

  route(app, listWebhooks, async ({ params, query, session }) => {
    const collectiveId = await collectiveIdFor(params.slug, session);
    const { rows, total } = await webhooks.webhooksOf(platform, collectiveId, query);
    return { rows: rows.map(presentWebhook), total };
  });

  route(app, createWebhook, async ({ params, body, session }) => {
    requireConfirmedIdentity(session, platform.clock());
    const collectiveId = await collectiveIdFor(params.slug, session);
    const row = await webhooks.createWebhook(platform, { collectiveId, userId: session.user.id }, body);
    return { ...presentWebhook(row), secret: row.secret };
  });

  route(app, removeWebhook, async ({ params, session }) => {
    const collectiveId = await collectiveIdFor(params.slug, session);
    await webhooks.removeWebhook(platform, collectiveId, params.id);
    return undefined;
  });

  route(app, pingWebhook, async ({ params, session }) => {
    const collectiveId = await collectiveIdFor(params.slug, session);
    return presentDelivery(await webhooks.pingWebhook(platform, collectiveId, params.id));
  });

  route(app, listDeliveries, async ({ params, query, session }) => {
    const collectiveId = await collectiveIdFor(params.slug, session);
    const { rows, total } = await webhooks.deliveriesOf(platform, collectiveId, params.id, query);
    return { rows: rows.map(presentDelivery), total };
  });

  route(app, retryDelivery, async ({ params, session }) => {
    const collectiveId = await collectiveIdFor(params.slug, session);
    const { id, deliveryId } = params;
    return presentDelivery(await webhooks.retryDelivery(platform, collectiveId, id, deliveryId));
  });
}
