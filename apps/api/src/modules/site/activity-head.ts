import type { Activity } from '@minga/contract/activities';
import { sharedImageUrl } from '../../platform/images/urls.ts';
import { longDate } from '../../platform/long-date.ts';

const DESCRIPTION_MAX = 200;

interface Head {
  readonly title: string;
  readonly description: string;
  /** More tags for `<head>`: OpenGraph, and schema.org as JSON-LD. */
  readonly tags: string;
}

/**
 * What a link to an activity shows where it is shared, and what search engines read. Pure text; everything that a person
 * wrote is escaped. `publicUrl` is an origin, `timeZone` the one of the printed date.
 */
export function activityHead(activity: Activity, publicUrl: string, timeZone: string): Head {
  const facts = [longDate(new Date(activity.date), timeZone), activity.place]
    .filter(fact => fact !== '')
    .join(' · ');
  const description = shortened(`${facts}. ${activity.description}`.replaceAll(/\s+/g, ' ').trim());
  const url = `${publicUrl}/actividades/${activity._id}`;
  const image = activity.image && `${publicUrl}${sharedImageUrl(activity.image)}`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const tags = [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'website'),
    property('og:site_name', 'Minga'),
    property('og:locale', 'es_CO'),
    property('og:title', activity.title),
    property('og:description', description),
    property('og:url', url),
    ...(image
      ? [property('og:image', image), '<meta name="twitter:card" content="summary_large_image">']
      : []),
    jsonLd(activity, url, image),
  ];
  return { title: `${activity.title} · Minga`, description, tags: tags.join('\n    ') };
}

function jsonLd(activity: Activity, url: string, image: string | null): string {
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: activity.title,
    startDate: activity.date,
    description: activity.description,
    url,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: activity.place || 'Por confirmar',
      address: activity.place || 'Por confirmar',
    },
    organizer: { '@type': 'Person', name: activity.user.username },
    ...(image && { image: [image] }),
  };
  // '<' escaped: a title must not be able to close the script element.
  return `<script type="application/ld+json">${JSON.stringify(event).replaceAll('<', '\\u003c')}</script>`;
}

const shortened = (text: string) =>
  text.length <= DESCRIPTION_MAX ? text : `${text.slice(0, DESCRIPTION_MAX - 1).trimEnd()}…`;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
