import { escapeMarkup, escapeScript } from '../../platform/escape-markup.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Settings } from '../../settings.ts';
import { dateAndPlace } from '../activities/presenter.ts';
import type { PublishedActivity } from '../activities/public/service.ts';
import { activityPath, calendarPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { oembedUrl } from './embed-paths.ts';
import { breadcrumbJsonLd, eventJsonLd } from './event-json-ld.ts';
import { type Head, shortened } from './shell.ts';

/**
 * The head of an activity's page, for messengers and search engines, with all text escaped. `publicUrl` is an origin; the
 * time zone is that of the printed date, the country that of the address.
 */
export function activityHead(
  shown: PublishedActivity,
  publicUrl: string,
  settings: Pick<Settings, 'timeZone' | 'phoneCountry'>,
): Required<Head> {
  const { activity } = shown;
  const { timeZone } = settings;
  // The dates of a series have one title.
  const title =
    activity.series === null
      ? activity.title
      : `${activity.title}, ${longDate(new Date(activity.date), timeZone)}`;
  const facts = dateAndPlace(activity, timeZone);
  const description = shortened(`${facts}. ${activity.description}`);
  const url = publicUrl + activityPath(activity._id);
  const picture = sharedImageOf(shown, publicUrl);
  const alt = activity.image === null ? `${activity.title}. ${facts}` : `Imagen de «${activity.title}»`;
  const openGraph = {
    type: 'website',
    site_name: 'Minga',
    locale: 'es_CO',
    title,
    description,
    url,
    image: picture.url,
    'image:type': picture.type,
    'image:width': String(picture.width),
    'image:height': String(picture.height),
    'image:alt': alt,
  };
  const twitter = {
    card: 'summary_large_image',
    title,
    description,
    image: picture.url,
    'image:alt': alt,
  };
  const tags = [
    `<link rel="canonical" href="${escapeMarkup(url)}">`,
    `<link rel="alternate" type="text/calendar" href="${calendarPath(activity._id)}">`,
    `<link rel="alternate" type="application/json+oembed" title="${escapeMarkup(activity.title)}" href="${escapeMarkup(oembedUrl(publicUrl, url))}">`,
    ...Object.entries(openGraph).map(
      ([name, content]) => `<meta property="og:${name}" content="${escapeMarkup(content)}">`,
    ),
    ...Object.entries(twitter).map(
      ([name, content]) => `<meta name="twitter:${name}" content="${escapeMarkup(content)}">`,
    ),
    `<script type="application/ld+json">${escapeScript(JSON.stringify(eventJsonLd(shown, publicUrl, settings)))}</script>`,
    `<script type="application/ld+json">${escapeScript(JSON.stringify(breadcrumbJsonLd(activity, publicUrl)))}</script>`,
  ];
  return { title: `${title} · Minga`, description, tags };
}
