import type { Activity } from '@minga/contract/activities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALENDAR_TYPE, longCalendar } from '../../platform/calendar/calendar.ts';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { fillText, siteLanguage } from '../../platform/site/site-text.ts';
import { inTurn } from '../../platform/speed/costly-responses.ts';
import { contentEtag, matchesEtag } from '../../platform/speed/response-cache.ts';
import { version } from '../../version.ts';
import { calendarEventOf } from '../activities/calendar/service.ts';
import { dateAndPlace, topicNamesOf } from '../activities/presenter.ts';
import { mapPublic, type PublicActivity } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { type FeedExtension, JSON_FEED_TYPE, RSS_TYPE } from './feed-paths.ts';
import { type FeedQuery, findForCalendar, findPublications, PAGE_MAX } from './service.ts';

/** A feed's metadata and the context of its items. URLs are absolute. */
export interface FeedDescription {
  readonly title: string;
  /** The page that lists the same activities. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  readonly publicUrl: string;
  readonly timeZone: string;
  /** The language tag of the feed, such as `es-CO`. */
  readonly language: string;
}

const FEED_SUMMARY = 'Actividades solidarias de tu comunidad';

/**
 * The stable id of a publication in feeds, independent of the site's URL. The occurrences of a series have the id of the series.
 */
const urnOf = ({ _id, series }: Pick<Activity, '_id' | 'series'>): string => `urn:uuid:${series?._id ?? _id}`;

/** A JSON Feed 1.1 (jsonfeed.org). `nextUrl` is the URL of the page with earlier publications, or null if there is none. */
function jsonFeed(feed: FeedDescription, found: readonly PublicActivity[], nextUrl: string | null): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    ...(nextUrl !== null && { next_url: nextUrl }),
    description: FEED_SUMMARY,
    language: feed.language,
    items: found.map(shown => jsonItem(shown, feed)),
  });
}

function jsonItem(shown: PublicActivity, { publicUrl, timeZone }: FeedDescription) {
  const { activity } = shown;
  const tags = topicNamesOf(activity);
  return {
    id: urnOf(activity),
    url: publicUrl + activityPath(activity._id),
    title: activity.title,
    content_text: [dateAndPlace(activity, timeZone), activity.description]
      .filter(part => part !== '')
      .join('\n\n'),
    image: sharedImageOf(shown, publicUrl).url,
    date_published: activity.createdAt,
    date_modified: activity.updatedAt,
    authors: [{ name: activity.user.username }],
    ...(tags.length > 0 && { tags }),
  };
}

const TTL_MINUTES = 60;

/** An RSS 2.0 feed. The output is deterministic. */
function rssFeed(feed: FeedDescription, found: readonly PublicActivity[]): string {
  const latest = Math.max(...found.map(({ activity }) => Date.parse(activity.updatedAt)));
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${element('title', feed.title)}
${element('link', feed.pageUrl)}
${element('description', FEED_SUMMARY)}
<language>${feed.language.toLowerCase()}</language>
<ttl>${TTL_MINUTES}</ttl>
<atom:link href="${escapeMarkup(feed.feedUrl)}" rel="self" type="application/rss+xml"/>
${found.length === 0 ? '' : element('lastBuildDate', new Date(latest).toUTCString())}
${found.map(shown => rssItem(shown, feed)).join('\n')}
</channel>
</rss>
`;
}

function rssItem(shown: PublicActivity, { publicUrl, timeZone }: FeedDescription): string {
  const { activity } = shown;
  const image = sharedImageOf(shown, publicUrl);
  // Readers parse a description as HTML, so user input is escaped for HTML first and then for XML.
  const html = [dateAndPlace(activity, timeZone), ...activity.description.split('\n')]
    .filter(line => line.trim() !== '')
    .map(line => element('p', line))
    .join('');
  return `<item>
${element('title', activity.title)}
${element('link', publicUrl + activityPath(activity._id))}
<guid isPermaLink="false">${urnOf(activity)}</guid>
${element('pubDate', new Date(activity.createdAt).toUTCString())}
${element('dc:creator', activity.user.username)}
${element('description', html)}
${topicNamesOf(activity)
  .map(name => element('category', name))
  .join('')}
<media:content url="${escapeMarkup(image.url)}" medium="image" type="${image.type}" width="${image.width}" height="${image.height}"/>
</item>`;
}

const element = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`;

const FIVE_MINUTES = 5 * 60;
const TYPES = { ics: CALENDAR_TYPE, rss: RSS_TYPE, json: JSON_FEED_TYPE } as const;

/**
 * Sends the results of a search in one of the formats. If the client's version is current, only the search and the row versions are
 * queried: no texts are loaded and no feed is rendered.
 */
export function createFeedSender(platform: Platform) {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  /** The other inputs of a feed's text. The version is included because a new release may render feeds differently. */
  const SITE = [version, process.versions, publicUrl, timeZone, settings.mailFrom];
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    extension: FeedExtension,
    named: Pick<FeedDescription, 'title' | 'pageUrl' | 'feedUrl'>,
    query: FeedQuery,
  ): Promise<FastifyReply> => {
    const title = fillText(named.title, platform.site.current());
    const feed = { ...named, title, publicUrl, timeZone, language: siteLanguage(settings) };
    // Search engines should index the page of the feed instead.
    reply.header('x-robots-tag', 'noindex');
    const { limit = PAGE_MAX, offset } = query;
    const isCalendar = extension === 'ics';
    const { tag, body } = await inTurn(async () => {
      const found = await (isCalendar ? findForCalendar(platform, query) : findPublications(platform, query));
      const { ids, total } = found;
      const next = offset + Math.min(limit, PAGE_MAX);
      const following = !isCalendar && next < total ? nextUrl(feed, next, limit) : null;
      // Computed before the activities are loaded, so that a concurrent change results in a new ETag on the next request.
      const tag = contentEtag(
        JSON.stringify([SITE, platform.site.current().name, extension, feed, following, found.version]),
      );
      if (matchesEtag(request.headers, tag)) return { tag, body: '' };
      if (isCalendar) {
        const events = await mapPublic(platform, ids, shown => calendarEventOf(shown, platform));
        return { tag, body: await longCalendar(events, timeZone, title, platform.site.current().name) };
      }
      const shown = await mapPublic(platform, ids, one => one);
      return { tag, body: extension === 'rss' ? rssFeed(feed, shown) : jsonFeed(feed, shown, following) };
    }, request.ip);
    if (isNotModified(request, reply, tag, FIVE_MINUTES)) return reply.send();
    return reply.type(TYPES[extension]).send(body);
  };
}

/** The URL of the page that starts at `offset`. */
function nextUrl({ feedUrl }: Pick<FeedDescription, 'feedUrl'>, offset: number, limit: number): string {
  const url = new URL(feedUrl);
  if (limit < PAGE_MAX) url.searchParams.set('limit', String(limit));
  url.searchParams.set('offset', String(offset));
  return url.href;
}
