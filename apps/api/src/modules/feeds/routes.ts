import type { FastifyInstance } from 'fastify';
import { crossOrigin } from '../../platform/http/cross-origin.ts';
import type { Platform } from '../../platform/platform.ts';
import { apiFeedPath, CATALOGUE_PATH, feedFormats, feedPath, searchQuery } from './feed-paths.ts';
import { createFeedSender } from './feed-sender.ts';
import { collectiveNameOf, type FeedQuery, feedQuery } from './service.ts';
import { feedTitle } from './title-rules.ts';

interface FeedRoute {
  Querystring: FeedQuery;
}

/** The catalogue or any search as a calendar, as RSS and as a JSON Feed, each at two addresses. */
export function feedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  const send = createFeedSender(platform);
  const options = { ...crossOrigin, schema: { hide: true, querystring: feedQuery } };
  for (const { extension } of feedFormats) {
    for (const path of [feedPath(extension), apiFeedPath(extension)]) {
      app.get<FeedRoute>(path, options, async (request, reply) => {
        const { query } = request;
        const search = searchQuery(query);
        const feed = {
          title: feedTitle(query, await collectiveNameOf(platform, query)),
          pageUrl: `${publicUrl}${CATALOGUE_PATH}${search}`,
          // One identity for both addresses, so that readers recognise the same feed.
          feedUrl: `${publicUrl}${feedPath(extension)}${search}`,
        };
        return send(request, reply, extension, feed, query);
      });
    }
  }
}
