import { type NewPushSubscription, PUSH_SUBSCRIPTIONS_MAX } from '@minga/contract/push';
import webPush from 'web-push';
import type { Paging } from '../../platform/database/queries.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockAccounts } from '../accounts/queries.ts';
import {
  type DeviceRow,
  deleteSubscription,
  deleteSurplus,
  findKeys,
  insertKeys,
  listDevices,
  type PushKeys,
  upsertSubscription,
} from './repository.ts';
import { areValidKeys, isPushService } from './rules.ts';

/** The site's VAPID keys, generated on first use. */
export const pushKeysOf = async ({ db }: Pick<Platform, 'db'>): Promise<PushKeys> =>
  (await findKeys(db)) ?? (await insertKeys(db, webPush.generateVAPIDKeys()));

/**
 * Subscribes the browser of a session, or the program of an API token. Above `PUSH_SUBSCRIPTIONS_MAX` it deletes the
 * subscription of the account with the oldest success. Rejects with 400 if the endpoint belongs to no push service or the keys
 * are invalid.
 */
export async function subscribe(
  { db, clock, settings }: Platform,
  { id, tokenScope, user }: Session,
  userAgent: string,
  subscription: NewPushSubscription,
): Promise<DeviceRow> {
  if (!isPushService(subscription.endpoint, settings.pushHosts))
    throw invalid(['No conocemos el servicio de avisos de este navegador']);
  if (!areValidKeys(subscription.keys)) throw invalid(['Las claves de la suscripción no son válidas']);
  const row = await db.transaction(async tx => {
    await lockAccounts(tx, [user.id], 'no key update');
    const stored = await upsertSubscription(tx, subscription, {
      userId: user.id,
      createdAt: clock(),
      ...(tokenScope === undefined
        ? { sessionId: id, apiTokenId: null }
        : { sessionId: null, apiTokenId: id }),
    });
    await deleteSurplus(tx, stored, PUSH_SUBSCRIPTIONS_MAX);
    return stored;
  });
  return { subscription: row, userAgent: tokenScope === undefined ? userAgent : null };
}

export const devicesOf = (
  { db }: Platform,
  userId: string,
  paging: Paging,
): Promise<{ rows: DeviceRow[]; total: number }> => listDevices(db, userId, paging);

export async function unsubscribe({ db }: Platform, userId: string, endpoint: string): Promise<void> {
  await deleteSubscription(db, userId, { endpoint });
}

export async function removeDevice({ db }: Platform, userId: string, id: string): Promise<void> {
  if (!(await deleteSubscription(db, userId, { id }))) throw notFound('Dispositivo no encontrado');
}
