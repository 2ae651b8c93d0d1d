import { searchActivities } from '@minga/contract/activities';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { SearchQuery } from '../activities/search-rules.ts';
import { CATALOGUE_PATH, feedFormats, feedPath, feedTitle, searchQuery } from './feed-paths.ts';
import { createFeedSender } from './feed-sender.ts';

interface FeedRoute {
  Querystring: SearchQuery;
}

/** The catalogue or any search as a calendar, as RSS and as a JSON Feed. */
export function feedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl } = platform;
  const send = createFeedSender(platform);
  const options = { schema: { hide: true, querystring: searchActivities.query } };
  for (const { extension } of feedFormats) {
    app.get<FeedRoute>(feedPath(extension), options, async (request, reply) => {
      const { query } = request;
      const search = searchQuery(query);
      const feed = {
        title: feedTitle(query),
        pageUrl: `${publicUrl}${CATALOGUE_PATH}${search}`,
        feedUrl: `${publicUrl}${feedPath(extension)}${search}`,
      };
      return send(request, reply, extension, feed, query);
    });
  }
}
