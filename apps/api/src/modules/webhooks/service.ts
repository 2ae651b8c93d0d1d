import { type NewWebhook, PERSONAL_WEBHOOKS_MAX, WEBHOOKS_MAX } from '@minga/contract/webhooks';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Paging } from '../../platform/database/queries.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { problemOf } from '../../platform/http/public-address.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { lockCollective } from '../collectives/queries.ts';
import { UNKNOWN_COLLECTIVE } from '../collectives/service.ts';
import { insertPing } from './event-service.ts';
import {
  countCreated,
  countWebhooks,
  type DeliveryRow,
  deleteWebhook,
  insertWebhook,
  listDeliveries,
  listFailing,
  listWebhooks,
  lockOfCollective,
  resetDelivery,
  type WebhookRow,
} from './repository.ts';
import { newSecret } from './rules.ts';

/** Rate limit of pings and manual retries of one webhook. */
const sendsByWebhook: Limit = {
  name: 'webhook-send',
  times: 60,
  seconds: 3600,
  reason: 'Enviaste muchas pruebas y repeticiones.',
};

const UNKNOWN = 'Webhook no encontrado';
const TOO_MANY_OWN = `Ya creaste ${PERSONAL_WEBHOOKS_MAX} webhooks en tus colectivos. Elimina uno para crear otro.`;
const TOO_MANY = `Este colectivo ya tiene ${WEBHOOKS_MAX} webhooks. Elimina uno para crear otro.`;

/** Shorter failures are not reported, because a restart of the receiving server causes them too. */
const FAILING_MS = 60 * 60 * 1000;

/** The names of collectives with an active webhook that has failed for at least an hour. */
export const failingWebhooks = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  limit: number,
): Promise<string[]> => listFailing(db, new Date(clock().getTime() - FAILING_MS), limit);

export const webhooksOf = (
  { db }: Pick<Platform, 'db'>,
  collectiveId: string,
  paging: Paging,
): Promise<{ rows: WebhookRow[]; total: number }> => listWebhooks(db, collectiveId, paging);

/**
 * Creates a webhook and its first ping. Rejects with 400 if the server must not send to the address, with 404 if the collective
 * was deleted, and with 409 if the collective or the account has too many webhooks.
 */
export async function createWebhook(
  { db, clock, settings }: Platform,
  { collectiveId, userId }: { readonly collectiveId: string; readonly userId: string },
  { url, events }: NewWebhook,
): Promise<WebhookRow> {
  const problem = problemOf(url, settings.webhookHosts);
  if (problem !== null) throw invalid([problem]);
  const now = clock();
  return db.transaction(async tx => {
    await lockAccounts(tx, [userId], 'no key update');
    if (!(await lockCollective(tx, collectiveId))) throw notFound(UNKNOWN_COLLECTIVE);
    if ((await countWebhooks(tx, collectiveId)) >= WEBHOOKS_MAX) throw conflict(TOO_MANY);
    if ((await countCreated(tx, userId)) >= PERSONAL_WEBHOOKS_MAX) throw conflict(TOO_MANY_OWN);
    const row = await insertWebhook(tx, {
      collectiveId,
      createdBy: userId,
      url: new URL(url).href,
      events: [...new Set(events)],
      secret: newSecret(),
      createdAt: now,
    });
    await insertPing(tx, row.id, now);
    return row;
  });
}

export async function removeWebhook(
  { db }: Pick<Platform, 'db'>,
  collectiveId: string,
  id: string,
): Promise<void> {
  if (!(await deleteWebhook(db, collectiveId, id))) throw notFound(UNKNOWN);
}

/** Locks a webhook. Rejects with 404 if the collective has no such webhook. */
async function locked(tx: Transaction, collectiveId: string, id: string): Promise<WebhookRow> {
  const row = await lockOfCollective(tx, collectiveId, id);
  if (row === null) throw notFound(UNKNOWN);
  return row;
}

export const pingWebhook = (
  { db, clock, limits }: Platform,
  collectiveId: string,
  id: string,
): Promise<DeliveryRow> =>
  db.transaction(async tx => {
    await locked(tx, collectiveId, id);
    await limits.count(sendsByWebhook, id);
    return insertPing(tx, id, clock());
  });

export const deliveriesOf = (
  { db }: Pick<Platform, 'db'>,
  collectiveId: string,
  id: string,
  paging: Paging,
): Promise<{ rows: DeliveryRow[]; total: number }> =>
  db.transaction(async tx => {
    await locked(tx, collectiveId, id);
    return listDeliveries(tx, id, paging);
  });

/** Makes a delivery due again, regardless of its state. */
export const retryDelivery = (
  { db, clock, limits }: Platform,
  collectiveId: string,
  id: string,
  deliveryId: string,
): Promise<DeliveryRow> =>
  db.transaction(async tx => {
    await locked(tx, collectiveId, id);
    await limits.count(sendsByWebhook, id);
    const row = await resetDelivery(tx, id, deliveryId, clock());
    if (row === null) throw notFound('Entrega no encontrada');
    return row;
  });
