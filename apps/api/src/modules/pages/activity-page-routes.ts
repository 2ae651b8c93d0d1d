import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { publicStateOf } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { activityHead } from './activity-head.ts';
import { NO_INDEX } from './shell.ts';
import type { SsrPages } from './ssr-page.ts';

const DELETED = { title: 'Esta actividad fue eliminada · Minga', tags: [NO_INDEX] };

interface IdRoute {
  Params: { id: string };
}

/** The public page of one activity. */
export function activityPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, pages: { sendCachedPage, send, sendUncached } }: { renderer: SsrRenderer; pages: SsrPages },
): void {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;

  app.get<IdRoute>(activityPath(':id'), async (request, reply) => {
    const { id } = request.params;
    if (id === '') return reply.callNotFound();
    const cached = await sendCachedPage(request, reply);
    if (cached !== null) return cached;
    const found = await publicStateOf(platform, id);
    if (found.kind !== 'public') {
      const isDeleted = found.kind === 'deleted';
      return sendUncached(
        request,
        reply,
        isDeleted ? { ...DELETED, status: 410 } : { tags: [], status: 404 },
        () => renderer.renderMissingActivity(request.url, timeZone, isDeleted),
      );
    }
    return send(request, reply, activityHead(found.shown, publicUrl, settings), () =>
      renderer.renderActivity(request.url, timeZone, found.shown.activity),
    );
  });
}
