import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_TYPE, calendarFile } from '../../platform/calendar/calendar.ts';
import { calendarZone } from '../../platform/calendar/calendar-zone.ts';
import { inTurn } from '../../platform/http/costly-responses.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarEventOf } from '../activities/calendar-event.ts';
import type { SearchQuery } from '../activities/search-service.ts';
import type { FeedDescription } from './feed-description.ts';
import { type FeedExtension, JSON_FEED_TYPE, RSS_TYPE } from './feed-paths.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';
import { findUpcoming } from './service.ts';

const FIVE_MINUTES = 5 * 60;

/** Sends what a search finds in one of the formats. */
export function createFeedSender(platform: Platform) {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  const zone = calendarZone(timeZone);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    extension: FeedExtension,
    named: Pick<FeedDescription, 'title' | 'pageUrl' | 'feedUrl'>,
    query: SearchQuery,
  ): Promise<FastifyReply> => {
    const feed = { ...named, publicUrl, timeZone };
    const write = async () => {
      const { rows } = await findUpcoming(platform, query);
      const contents = {
        ics: () => {
          const events = rows.map(shown => calendarEventOf(shown, platform));
          return { type: CALENDAR_TYPE, body: calendarFile(events, zone, feed.title) };
        },
        rss: () => ({ type: RSS_TYPE, body: rssFeed(feed, rows) }),
        json: () => ({ type: JSON_FEED_TYPE, body: jsonFeed(feed, rows) }),
      };
      return contents[extension]();
    };
    return sendWithEtag(request, reply, {
      ...(await inTurn(write, request.ip)),
      seconds: FIVE_MINUTES,
    });
  };
}
