import formbody from '@fastify/formbody';
import { countAudiences, listMessages, previewMessage, sendMessage } from '@minga/contract/messages';
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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { readMultipart } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as messages from './announcements/message-service.ts';
import { presentMessage, presentReach } from './announcements/presenter.ts';
import { UNSUBSCRIBE_PATH } from './delivery/service.ts';
import * as subscriptions from './preferences/service.ts';
import { unsubscribe as unsubscribeByLink } from './preferences/service.ts';
import { presentNotification } from './presenter.ts';
import * as notifications from './service.ts';

/** Routes for the bell, its preferences, and unsubscribing. */
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

const oneClick = z.object({
  query: z.object({ token: z.string() }),
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
});

/**
 * One-click unsubscribing by mail programs (RFC 8058). It accepts both form types, from any origin and without a session, but
 * only by POST, because mail scanners open links. The web app's page at the same path asks for confirmation.
 */
export async function oneClickRoutes(server: FastifyInstance, platform: Platform): Promise<void> {
  await server.register(async scope => {
    await scope.register(formbody);
    const options = { config: { isForAll: true }, schema: { hide: true }, preHandler: readForm };
    scope.post(UNSUBSCRIBE_PATH, options, async (request, reply) => {
      const { data } = oneClick.safeParse(request);
      if (data === undefined) throw invalid(['El enlace no está completo']);
      await unsubscribeByLink(platform, data.query.token);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Listo.');
    });
  });
}

async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.isMultipart()) await readMultipart(request, reply, {});
}

/** Routes for the messages of organisers to attendees. */
export function messageRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, sendMessage, async ({ params, body, session }) =>
    presentReach(await messages.sendMessage(platform, session, params.id, body)),
  );

  route(app, previewMessage, ({ params, body, session }) =>
    messages.previewMessage(platform, session, params.id, body),
  );

  route(app, countAudiences, ({ params, session }) => messages.audienceCounts(platform, session, params.id));

  route(app, listMessages, async ({ params, query, session }) => {
    const { rows, total } = await messages.sentMessages(platform, session, params.id, query);
    return { rows: rows.map(presentMessage), total };
  });
}
