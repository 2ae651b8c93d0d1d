import {
  getNotificationPreferences,
  readSubscription,
  unsubscribe,
  updateNotificationPreferences,
} from '@minga/contract/notification-settings';
import {
  clearNotifications,
  countUnreadNotifications,
  listNotifications,
  markNotificationsRead,
  removeNotification,
} from '@minga/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentNotification } from './presenter.ts';
import * as notifications from './service.ts';
import * as subscriptions from './unsubscribe-service.ts';

/** The bell, its preferences, and unsubscribing. */
export function notificationRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listNotifications, async ({ query, session }) => {
    const { rows, total } = await notifications.ownNotifications(platform, session.user.id, query);
    return { rows: rows.map(presentNotification), total };
  });

  route(app, countUnreadNotifications, async ({ session }) => ({
    count: await notifications.unreadNotifications(platform, session.user.id),
  }));

  route(app, markNotificationsRead, async ({ body, session }) => {
    await notifications.readNotifications(platform, session.user.id, body ?? {});
    return undefined;
  });

  route(app, removeNotification, async ({ params, session }) => {
    await notifications.removeNotification(platform, session.user.id, params.id);
    return undefined;
  });

  route(app, clearNotifications, async ({ query, session }) => {
    await notifications.clearNotifications(platform, session.user.id, query);
    return undefined;
  });

  route(app, getNotificationPreferences, ({ session }) =>
    notifications.ownPreferences(platform, session.user.id),
  );

  route(app, updateNotificationPreferences, ({ body, session }) =>
    notifications.changePreferences(platform, session.user.id, body),
  );

  route(app, readSubscription, ({ body }) => subscriptions.readSubscription(platform, body.token));

  route(app, unsubscribe, ({ body }) => subscriptions.unsubscribe(platform, body.token));
}
