import { countAudiences, listMessages, previewMessage, sendMessage } from '@minga/contract/messages';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import * as messages from './message-service.ts';
import { presentMessage, presentReach } from './presenter.ts';

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
