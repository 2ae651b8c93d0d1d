import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { robotsText } from './robots.ts';
import { sitemap, sitemapPage, sitemapPath } from './sitemap-service.ts';

const HOUR = 60 * 60;
const XML = 'application/xml; charset=utf-8';
/** More files than any site has, and few enough for OFFSET. */
const pageParams = z.object({ page: z.coerce.number().int().min(1).max(1000) });

/** robots.txt and the sitemap; `documents` are the paths of the other public pages. */
export function crawlerRoutes(
  app: FastifyInstance,
  platform: Platform,
  { documents, privatePaths }: { documents: readonly string[]; privatePaths: readonly string[] },
): void {
  const robots = robotsText(platform.publicUrl, privatePaths);
  app.get('/robots.txt', (request, reply) =>
    sendWithEtag(request, reply, { type: 'text/plain; charset=utf-8', body: robots, seconds: HOUR }),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    sendWithEtag(request, reply, { type: XML, body: await sitemap(platform, documents), seconds: HOUR }),
  );
  app.get(sitemapPath(':page'), async (request, reply) => {
    const params = pageParams.safeParse(request.params);
    const body = params.success ? await sitemapPage(platform, documents, params.data.page) : null;
    return body === null
      ? reply.callNotFound()
      : sendWithEtag(request, reply, { type: XML, body, seconds: HOUR });
  });
}
