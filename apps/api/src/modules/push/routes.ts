import {
  getPushKey,
  listPushDevices,
  type PushDevice,
  removePushDevice,
  subscribeToPush,
  unsubscribeFromPush,
} from '@minga/contract/push';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { describeDevice } from '../accounts/rules.ts';
import type { DeviceRow } from './repository.ts';
import * as subscriptions from './subscription-service.ts';

/** Presents a device to its account. The endpoint is never included. */
const presentDevice = ({ subscription, userAgent }: DeviceRow, sessionId: string): PushDevice => ({
  _id: subscription.id,
  ...(userAgent === null ? { device: 'Programa', isPhone: false } : describeDevice(userAgent)),
  isCurrent: (subscription.sessionId ?? subscription.apiTokenId) === sessionId,
  createdAt: subscription.createdAt.toISOString(),
  lastDeliveredAt: subscription.lastDeliveredAt?.toISOString() ?? null,
});

/** Routes for the VAPID key and for the devices that receive pushes. */
export function pushRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, getPushKey, async () => ({
    publicKey: (await subscriptions.pushKeysOf(platform)).publicKey,
  }));

  route(app, listPushDevices, async ({ query, session }) => {
    const { rows, total } = await subscriptions.devicesOf(platform, session.user.id, query);
    return { rows: rows.map(row => presentDevice(row, session.id)), total };
  });

  route(app, subscribeToPush, async ({ body, session, request }) => {
    const userAgent = request.headers['user-agent'] ?? '';
    return presentDevice(await subscriptions.subscribe(platform, session, userAgent, body), session.id);
  });

  route(app, unsubscribeFromPush, async ({ body, session }) => {
    await subscriptions.unsubscribe(platform, session.user.id, body.endpoint);
    return undefined;
  });

  route(app, removePushDevice, async ({ params, session }) => {
    await subscriptions.removeDevice(platform, session.user.id, params.id);
    return undefined;
  });
}
