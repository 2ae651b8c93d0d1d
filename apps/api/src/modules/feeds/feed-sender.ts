import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_TYPE, longCalendar } from '../../platform/calendar/calendar.ts';
import { inTurn } from '../../platform/http/costly-responses.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { calendarEventOf } from '../activities/calendar-event.ts';
import type { FeedDescription } from './feed-description.ts';
import { type FeedExtension, JSON_FEED_TYPE, RSS_TYPE } from './feed-paths.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';
import { type FeedQuery, findForCalendar, findPublications, PAGE_MAX } from './service.ts';

const FIVE_MINUTES = 5 * 60;

/** Sends what a search finds in one of the formats. */
export function createFeedSender(platform: Platform) {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    extension: FeedExtension,
    named: Pick<FeedDescription, 'title' | 'pageUrl' | 'feedUrl'>,
    query: FeedQuery,
  ): Promise<FastifyReply> => {
    const feed = { ...named, publicUrl, timeZone };
    // Readers use it, search engines list its page.
    reply.header('x-robots-tag', 'noindex');
    const write = async () => {
      if (extension === 'ics') {
        const { rows } = await findForCalendar(platform, query);
        const events = rows.map(shown => calendarEventOf(shown, platform));
        return { type: CALENDAR_TYPE, body: await longCalendar(events, timeZone, feed.title) };
      }
      const { rows, total } = await findPublications(platform, query);
      if (extension === 'rss') return { type: RSS_TYPE, body: rssFeed(feed, rows) };
      const { limit = PAGE_MAX, offset } = query;
      const next = offset + Math.min(limit, PAGE_MAX);
      return {
        type: JSON_FEED_TYPE,
        body: jsonFeed(feed, rows, next < total ? nextUrl(feed, next, limit) : null),
      };
    };
    return sendWithEtag(request, reply, {
      ...(await inTurn(write, request.ip)),
      seconds: FIVE_MINUTES,
    });
  };
}

/** The address of the page that begins with this item. */
function nextUrl({ feedUrl }: Pick<FeedDescription, 'feedUrl'>, offset: number, limit: number): string {
  const url = new URL(feedUrl);
  if (limit < PAGE_MAX) url.searchParams.set('limit', String(limit));
  url.searchParams.set('offset', String(offset));
  return url.href;
}
