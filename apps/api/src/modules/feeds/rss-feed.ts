import { escapeMarkup } from '../../platform/escape-markup.ts';
import { dateAndPlace, topicNamesOf } from '../activities/presenter.ts';
import type { PublicActivity } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { FEED_SUMMARY, type FeedDescription, urnOf } from './feed-description.ts';

const TTL_MINUTES = 60;

/** An RSS 2.0 feed. Deterministic: the same activities produce the same bytes. */
export function rssFeed(feed: FeedDescription, found: readonly PublicActivity[]): string {
  const latest = Math.max(...found.map(({ activity }) => Date.parse(activity.updatedAt)));
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${element('title', feed.title)}
${element('link', feed.pageUrl)}
${element('description', FEED_SUMMARY)}
<language>es-co</language>
<ttl>${TTL_MINUTES}</ttl>
<atom:link href="${escapeMarkup(feed.feedUrl)}" rel="self" type="application/rss+xml"/>
${found.length === 0 ? '' : element('lastBuildDate', new Date(latest).toUTCString())}
${found.map(shown => itemOf(shown, feed)).join('\n')}
</channel>
</rss>
`;
}

function itemOf(shown: PublicActivity, { publicUrl, timeZone }: FeedDescription): string {
  const { activity } = shown;
  const image = sharedImageOf(shown, publicUrl);
  // Readers parse a description as HTML: user input is escaped for HTML, and the result for XML.
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
