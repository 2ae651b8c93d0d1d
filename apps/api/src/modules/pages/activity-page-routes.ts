import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { activityPath } from '../activities/public-paths.ts';
import { publicStateOf } from '../activities/public-service.ts';
import { activityHead } from './activity-head.ts';
import { NO_INDEX } from './shell.ts';
import type { SsrPages } from './ssr-page.ts';
import type { SsrRenderer } from './ssr-renderer.ts';

const GONE = { title: 'Esta actividad fue eliminada · Minga', tags: [NO_INDEX] };

interface IdRoute {
  Params: { id: string };
}

/** The public page of one activity. */
export function activityPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { painter, pages: { resend, send, sendUnknown } }: { painter: SsrRenderer; pages: SsrPages },
): void {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;

  app.get<IdRoute>(activityPath(':id'), async (request, reply) => {
    const { id } = request.params;
    if (id === '') return reply.callNotFound();
    const kept = await resend(request, reply);
    if (kept !== null) return kept;
    const found = await publicStateOf(platform, id);
    if (found.kind !== 'public') {
      const isDeleted = found.kind === 'deleted';
      return sendUnknown(
        request,
        reply,
        isDeleted ? { ...GONE, status: 410 } : { tags: [], status: 404 },
        () => painter.paintUnknownActivity(request.url, timeZone, isDeleted),
      );
    }
    return send(request, reply, activityHead(found.shown, publicUrl, timeZone), () =>
      painter.paintActivity(request.url, timeZone, found.shown.activity),
    );
  });
}
