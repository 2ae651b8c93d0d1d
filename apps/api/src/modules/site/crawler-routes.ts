import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { sendKept } from './cached-reply.ts';
import { robotsText } from './robots.ts';
import { CATALOGUE_PATH } from './site-address.ts';
import { sitemap, sitemapPage, sitemapPath } from './sitemap-service.ts';

const HOUR = 60 * 60;
const XML = 'application/xml; charset=utf-8';
/** More files than any site has, few enough for an offset. */
const pageParams = z.object({ page: z.coerce.number().int().min(1).max(1000) });

/** What search engines ask before they look around. `manual` are the paths of its pages. */
export function crawlerRoutes(app: FastifyInstance, platform: Platform, manual: readonly string[]): void {
  const documents = ['/', CATALOGUE_PATH, ...manual];
  const robots = robotsText(platform.publicUrl);
  app.get('/robots.txt', (request, reply) =>
    sendKept(request, reply, { type: 'text/plain; charset=utf-8', body: robots, seconds: HOUR }),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    sendKept(request, reply, { type: XML, body: await sitemap(platform, documents), seconds: HOUR }),
  );
  app.get(sitemapPath(':page'), async (request, reply) => {
    const params = pageParams.safeParse(request.params);
    const body = params.success ? await sitemapPage(platform, documents, params.data.page) : null;
    return body === null
      ? reply.callNotFound()
      : sendKept(request, reply, { type: XML, body, seconds: HOUR });
  });
}
