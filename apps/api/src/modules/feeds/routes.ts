import { searchActivities } from '@minga/contract/activities';
import type { FastifyInstance } from 'fastify';
import { CALENDAR_TYPE, calendarFile } from '../../platform/calendar/calendar.ts';
import { calendarZone } from '../../platform/calendar/calendar-zone.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarEventOf } from '../activities/calendar-event.ts';
import { CATALOGUE_PATH, feedPath, feedTitle, JSON_FEED_TYPE, RSS_TYPE, searchQuery } from './feed-paths.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';
import { type FeedQuery, findUpcoming } from './service.ts';

const FIVE_MINUTES = 5 * 60;

interface FeedRoute {
  Querystring: FeedQuery;
}

/** The catalogue or any search as a calendar, as RSS and as a JSON Feed. */
export function feedRoutes(app: FastifyInstance, platform: Platform): void {
  const { publicUrl, settings } = platform;
  const zone = calendarZone(settings.timeZone);
  const options = { schema: { hide: true, querystring: searchActivities.query } };
  const describe = (query: FeedQuery, path: string) => ({
    title: feedTitle(query),
    pageUrl: `${publicUrl}${CATALOGUE_PATH}${searchQuery(query)}`,
    feedUrl: `${publicUrl}${path}${searchQuery(query)}`,
    publicUrl,
    timeZone: settings.timeZone,
  });

  app.get<FeedRoute>(feedPath('ics'), options, async (request, reply) => {
    const { rows } = await findUpcoming(platform, request.query);
    const events = rows.map(shown => calendarEventOf(shown, platform));
    const body = calendarFile(events, zone, feedTitle(request.query));
    return sendWithEtag(request, reply, { type: CALENDAR_TYPE, body, seconds: FIVE_MINUTES });
  });

  app.get<FeedRoute>(feedPath('rss'), options, async (request, reply) => {
    const { rows } = await findUpcoming(platform, request.query);
    const body = rssFeed(describe(request.query, feedPath('rss')), rows);
    return sendWithEtag(request, reply, { type: RSS_TYPE, body, seconds: FIVE_MINUTES });
  });

  app.get<FeedRoute>(feedPath('json'), options, async (request, reply) => {
    const { rows } = await findUpcoming(platform, request.query);
    const body = jsonFeed(describe(request.query, feedPath('json')), rows);
    return sendWithEtag(request, reply, { type: JSON_FEED_TYPE, body, seconds: FIVE_MINUTES });
  });
}
