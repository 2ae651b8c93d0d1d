import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { crossOrigin } from '../../platform/http/cross-origin.ts';
import type { Platform } from '../../platform/platform.ts';
import { collectivePath } from '../collectives/rules.ts';
import { publicCollective } from '../collectives/service.ts';
import { feedFormats } from './feed-paths.ts';
import { createFeedSender } from './feed-sender.ts';
import { feedQuery } from './service.ts';

interface SlugRoute {
  Params: { slug: string };
}

/** What a collective has to come, as a calendar, as RSS and as a JSON Feed. */
export function collectiveFeedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  const send = createFeedSender(platform);
  for (const { extension } of feedFormats) {
    const path = `${collectivePath(':slug')}.${extension}`;
    app.get<SlugRoute>(
      path,
      { ...crossOrigin, schema: { hide: true } },
      async (request: FastifyRequest<SlugRoute>, reply: FastifyReply) => {
        const { slug } = request.params;
        const found = await publicCollective(platform, slug);
        if (found.kind !== 'public') return reply.callNotFound();
        const pageUrl = publicUrl + collectivePath(slug);
        const feed = {
          title: `Minga: ${found.row.collective.name}`,
          pageUrl,
          feedUrl: `${pageUrl}.${extension}`,
        };
        return send(request, reply, extension, feed, feedQuery.parse({ colectivo: slug }));
      },
    );
  }
}
