import { dateAndPlace, topicNamesOf } from '../activities/presenter.ts';
import type { PublicActivity } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { FEED_SUMMARY, type FeedDescription, urnOf } from './feed-description.ts';

/** A JSON Feed 1.1 (jsonfeed.org). `nextUrl`: of the page with earlier publications; null: there is none. */
export function jsonFeed(
  feed: FeedDescription,
  found: readonly PublicActivity[],
  nextUrl: string | null,
): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    ...(nextUrl !== null && { next_url: nextUrl }),
    description: FEED_SUMMARY,
    language: 'es-CO',
    items: found.map(shown => itemOf(shown, feed)),
  });
}

function itemOf(shown: PublicActivity, { publicUrl, timeZone }: FeedDescription) {
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
