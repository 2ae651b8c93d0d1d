import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inTurn } from '../../platform/http/costly-responses.ts';
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
  app.get('/sitemap.xml', async (request, reply) => {
    const body = await inTurn(() => sitemap(platform, documents), request.ip);
    return sendWithEtag(request, reply, { type: XML, body, seconds: HOUR });
  });
  app.get(sitemapPath(':page'), async (request, reply) => {
    const params = pageParams.safeParse(request.params);
    const write = async () => (params.success ? sitemapPage(platform, documents, params.data.page) : null);
    const body = await inTurn(write, request.ip);
    return body === null
      ? reply.callNotFound()
      : sendWithEtag(request, reply, { type: XML, body, seconds: HOUR });
  });
}
