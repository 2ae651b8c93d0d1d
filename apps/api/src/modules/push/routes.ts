import {
  getPushKey,
  listPushDevices,
  removePushDevice,
  subscribeToPush,
  unsubscribeFromPush,
} from '@minga/contract/push';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentDevice } from './presenter.ts';
import * as subscriptions from './subscription-service.ts';

/** The devices that get what comes to the bell. */
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
