import { type Accessibility, accessibilityNames } from '@minga/contract/accessibility';
import type { Activity } from '@minga/contract/activities';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cookie } from '../../platform/http/session.ts';
import { localTimeWithOffset, longDate } from '../../platform/local-time.ts';
import { escapeMarkup, escapeScript } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { openGraphLocale } from '../../platform/site/site-text.ts';
import type { Settings } from '../../settings.ts';
import { dateAndPlace, topicNamesOf } from '../activities/presenter.ts';
import {
  type PublicState,
  type PublishedActivity,
  publicStateOf,
  shortAddressOf,
} from '../activities/public/service.ts';
import { activityPath, calendarPath, shortPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { collectivePath } from '../collectives/rules.ts';
import { objectAddressOf } from '../federation/objects/document-service.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import type { Viewer } from '../teams/policy.ts';
import { confirmationRoutes, emptyForm } from './confirmation-routes.ts';
import { oembedUrl } from './rules.ts';
import { type Head, NO_INDEX, pageDescription } from './shell.ts';
import type { SsrPages } from './ssr-page.ts';

/** An activity as schema.org's Event, with the properties that search engines require or recommend for a free event. */
function eventJsonLd(
  shown: PublishedActivity,
  publicUrl: string,
  { timeZone, phoneCountry: country }: Pick<Settings, 'timeZone' | 'phoneCountry'>,
) {
  const { activity, previousDate } = shown;
  const place = activity.place || 'Por confirmar';
  const topicNames = topicNamesOf(activity);
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: activity.title,
    // Times contain the local offset, because search engines display the day as written here.
    startDate: localTimeWithOffset(new Date(activity.date), timeZone),
    ...(activity.endDate !== null && { endDate: localTimeWithOffset(new Date(activity.endDate), timeZone) }),
    description: activity.description || dateAndPlace(activity, timeZone),
    url: publicUrl + activityPath(activity._id),
    image: [sharedImageOf(shown, publicUrl).url],
    eventStatus: `https://schema.org/${statusOf(shown)}`,
    ...(previousDate !== null && { previousStartDate: localTimeWithOffset(previousDate, timeZone) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: true,
    inLanguage: 'es',
    ...(topicNames.length > 0 && { keywords: topicNames }),
    location: {
      '@type': 'Place',
      name: place,
      // Organisers enter a street, a park or a village, so the city is unknown.
      address: { '@type': 'PostalAddress', streetAddress: place, addressCountry: country },
      ...(activity.location !== null && { geo: { '@type': 'GeoCoordinates', ...activity.location } }),
      ...(activity.accessibility.length > 0 && { amenityFeature: activity.accessibility.map(amenityOf) }),
    },
    organizer: organiserOf(activity, publicUrl),
    offers: {
      '@type': 'Offer',
      price: 0,
      priceCurrency: 'COP',
      availability: `https://schema.org/${activity.places.free === 0 ? 'SoldOut' : 'InStock'}`,
      url: publicUrl + activityPath(activity._id),
      validFrom: activity.createdAt,
    },
  };
}

/** The value of schema.org's EventStatusType. */
function statusOf({ activity, previousDate }: PublishedActivity): string {
  if (activity.source?.isCancelled) return 'EventCancelled';
  return previousDate === null ? 'EventScheduled' : 'EventRescheduled';
}

/** A facility as schema.org's LocationFeatureSpecification. */
const amenityOf = (facility: Accessibility) => ({
  '@type': 'LocationFeatureSpecification',
  name: accessibilityNames[facility],
  value: true,
});

const organiserOf = ({ _id, collective, user }: Activity, publicUrl: string) =>
  collective === null
    ? // A person has no public page, so the link leads to the activity.
      { '@type': 'Person', name: user.username, url: publicUrl + activityPath(_id) }
    : { '@type': 'Organization', name: collective.name, url: publicUrl + collectivePath(collective.slug) };

/** The path from the catalogue to the activity as schema.org's BreadcrumbList. */
const breadcrumbJsonLd = ({ _id, title, collective }: Activity, publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Actividades', path: CATALOGUE_PATH },
    ...(collective === null ? [] : [{ name: collective.name, path: collectivePath(collective.slug) }]),
    { name: title, path: activityPath(_id) },
  ].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: publicUrl + path,
  })),
});

/**
 * The head of an activity's page for messengers and search engines, with all text escaped. `publicUrl` is an origin. The settings
 * determine the time zone of the printed date and the country of the address.
 */
function activityHead(
  shown: PublishedActivity,
  publicUrl: string,
  settings: Pick<Settings, 'timeZone' | 'phoneCountry'>,
): Required<Head> {
  const { activity } = shown;
  const { timeZone } = settings;
  // The date distinguishes the titles of a series' occurrences.
  const title =
    activity.series === null
      ? activity.title
      : `${activity.title}, ${longDate(new Date(activity.date), timeZone)}`;
  const facts = dateAndPlace(activity, timeZone);
  const description = pageDescription(`${facts}. ${activity.description}`);
  const url = publicUrl + activityPath(activity._id);
  const picture = sharedImageOf(shown, publicUrl);
  const alt = activity.image === null ? `${activity.title}. ${facts}` : `Imagen de «${activity.title}»`;
  const openGraph = {
    type: 'website',
    site_name: SITE_NAME,
    locale: openGraphLocale(settings),
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
    // The site's policy hides the origin from its own form, whose origin is checked (docs/decisions/0090-without-javascript.md).
    '<noscript><meta name="referrer" content="same-origin"></noscript>',
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
  return { title: `${title} · ${SITE_NAME}`, description, tags };
}

const DELETED = { title: `Esta actividad fue eliminada · ${SITE_NAME}`, tags: [NO_INDEX] };

interface IdRoute {
  Params: { id: string };
}

/** The address of the document with which other servers show the activity, or nothing. */
const alternateTags = (address: string | null): string[] =>
  address === null
    ? []
    : [`<link rel="alternate" type="application/activity+json" href="${escapeMarkup(address)}">`];

interface ShortRoute {
  Params: { shortId: string };
}

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
  readonly proofCookie: Cookie;
  readonly findViewer: (request: FastifyRequest) => Promise<Viewer | null>;
}

/** Routes for the public page of an activity, its form and its short address. */
export async function activityPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, pages, proofCookie, findViewer }: Parts,
): Promise<void> {
  const { publicUrl, settings } = platform;
  const { sendCachedPage, send, sendUncached } = pages;
  const headOf = (shown: PublishedActivity) => activityHead(shown, publicUrl, settings);

  const sendMissing = (request: FastifyRequest, reply: FastifyReply, { kind }: PublicState) => {
    const isDeleted = kind === 'deleted';
    return sendUncached(
      request,
      reply,
      isDeleted ? { ...DELETED, status: 410 } : { tags: [], status: 404 },
      viewing => renderer.renderMissingActivity(request.url, viewing, isDeleted),
    );
  };
  const sendResult = await confirmationRoutes(app, platform, {
    renderer,
    pages,
    proofCookie,
    headOf,
    sendMissing,
  });

  app.get<IdRoute>(activityPath(':id'), async (request, reply) => {
    const { id } = request.params;
    if (id === '') return reply.callNotFound();
    const known = (await sendResult(request, reply)) ?? (await sendCachedPage(request, reply));
    if (known !== null) return known;
    const found = await publicStateOf(platform, id);
    if (found.kind !== 'public') return sendMissing(request, reply, found);
    const { activity } = found.shown;
    const form = emptyForm(settings);
    const head = headOf(found.shown);
    const tags = [...head.tags, ...alternateTags(await objectAddressOf(platform, id))];
    return send(request, reply, { ...head, tags }, viewing =>
      renderer.renderActivity(request.url, viewing, activity, form),
    );
  });

  app.get<ShortRoute>(shortPath(':shortId'), async (request, reply) => {
    const found = await shortAddressOf(platform, request.params.shortId, () => findViewer(request));
    if (found.kind === 'unknown') return reply.callNotFound();
    const path = activityPath(found.id);
    if (found.kind === 'visible') {
      return reply.header('cache-control', 'private, no-cache').header('vary', 'cookie').redirect(path);
    }
    // The app has no screen at this address, so the browser goes on to the activity's, which is gone too.
    const tags = [...DELETED.tags, `<meta http-equiv="refresh" content="0; url=${path}">`];
    return sendUncached(request, reply, { ...DELETED, tags, status: 410 }, viewing =>
      renderer.renderMissingActivity(path, viewing, true),
    );
  });
}
