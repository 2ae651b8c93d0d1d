import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_TYPE, longCalendar } from '../../platform/calendar/calendar.ts';
import { inTurn } from '../../platform/http/costly-responses.ts';
import { contentEtag, matchesEtag } from '../../platform/http/etag.ts';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import { calendarEventOf } from '../activities/calendar/service.ts';
import { mapPublic } from '../activities/public/service.ts';
import type { FeedDescription } from './feed-description.ts';
import { type FeedExtension, JSON_FEED_TYPE, RSS_TYPE } from './feed-paths.ts';
import { jsonFeed } from './json-feed.ts';
import { rssFeed } from './rss-feed.ts';
import { type FeedQuery, findForCalendar, findPublications, PAGE_MAX } from './service.ts';

const FIVE_MINUTES = 5 * 60;
const TYPES = { ics: CALENDAR_TYPE, rss: RSS_TYPE, json: JSON_FEED_TYPE } as const;

/**
 * Sends what a search finds in one of the formats. A reader that has this version costs the search and the versions of its rows
 * alone: neither texts are read nor the feed written.
 */
export function createFeedSender(platform: Platform) {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  /** Whatever else the text of a feed depends on: another release may write another one. */
  const SITE = [version, process.versions, publicUrl, timeZone, settings.mailFrom];
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
    const { limit = PAGE_MAX, offset } = query;
    const isCalendar = extension === 'ics';
    const { tag, body } = await inTurn(async () => {
      const found = await (isCalendar ? findForCalendar(platform, query) : findPublications(platform, query));
      const { ids, total } = found;
      const next = offset + Math.min(limit, PAGE_MAX);
      const following = !isCalendar && next < total ? nextUrl(feed, next, limit) : null;
      // Read before the activities: a change in between gives another tag to the next request.
      const tag = contentEtag(JSON.stringify([SITE, extension, feed, following, found.version]));
      if (matchesEtag(request.headers, tag)) return { tag, body: '' };
      if (isCalendar) {
        const events = await mapPublic(platform, ids, shown => calendarEventOf(shown, platform));
        return { tag, body: await longCalendar(events, timeZone, feed.title) };
      }
      const shown = await mapPublic(platform, ids, one => one);
      return { tag, body: extension === 'rss' ? rssFeed(feed, shown) : jsonFeed(feed, shown, following) };
    }, request.ip);
    if (isNotModified(request, reply, tag, FIVE_MINUTES)) return reply.send();
    return reply.type(TYPES[extension]).send(body);
  };
}

/** The address of the page that begins with this item. */
function nextUrl({ feedUrl }: Pick<FeedDescription, 'feedUrl'>, offset: number, limit: number): string {
  const url = new URL(feedUrl);
  if (limit < PAGE_MAX) url.searchParams.set('limit', String(limit));
  url.searchParams.set('offset', String(offset));
  return url.href;
}
