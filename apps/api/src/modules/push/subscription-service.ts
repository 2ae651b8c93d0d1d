import type { NewPushSubscription } from '@minga/contract/push';
import webPush from 'web-push';
import type { Paging } from '../../platform/database/paging.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type DeviceRow,
  deleteSubscription,
  findKeys,
  insertKeys,
  listDevices,
  type PushKeys,
  upsertSubscription,
} from './repository.ts';
import { isPushService } from './rules.ts';

/** The site's VAPID keys, made when they are first needed. */
export const pushKeysOf = async ({ db }: Pick<Platform, 'db'>): Promise<PushKeys> =>
  (await findKeys(db)) ?? (await insertKeys(db, webPush.generateVAPIDKeys()));

/** Subscribes the browser of a session. Rejects with 400 unless the address is that of a push service. */
export async function subscribe(
  { db, clock, settings }: Platform,
  { id, tokenScope, user }: Session,
  userAgent: string,
  subscription: NewPushSubscription,
): Promise<DeviceRow> {
  if (!isPushService(subscription.endpoint, settings.pushHosts))
    throw invalid(['No conocemos el servicio de avisos de este navegador']);
  const row = await upsertSubscription(db, subscription, {
    ...{ userId: user.id, createdAt: clock() },
    ...(tokenScope === undefined ? { sessionId: id, apiTokenId: null } : { sessionId: null, apiTokenId: id }),
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
