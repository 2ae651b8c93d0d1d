import type { Activity } from '@minga/contract/activities';
import { localTimeWithOffset } from '../../platform/local-time.ts';
import type { Settings } from '../../settings.ts';
import { dateAndPlace, topicNamesOf } from '../activities/presenter.ts';
import type { PublishedActivity } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { sharedImageOf } from '../cards/card-paths.ts';
import { collectivePath } from '../collectives/rules.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';

/** An activity as schema.org's Event, with the properties that search engines require and recommend for a free one. */
export function eventJsonLd(
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
    // With the local offset: search engines show the day as written here.
    startDate: localTimeWithOffset(new Date(activity.date), timeZone),
    ...(activity.endDate !== null && { endDate: localTimeWithOffset(new Date(activity.endDate), timeZone) }),
    description: activity.description || dateAndPlace(activity, timeZone),
    url: publicUrl + activityPath(activity._id),
    image: [sharedImageOf(shown, publicUrl).url],
    eventStatus: `https://schema.org/${previousDate === null ? 'EventScheduled' : 'EventRescheduled'}`,
    ...(previousDate !== null && { previousStartDate: localTimeWithOffset(previousDate, timeZone) }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: true,
    inLanguage: 'es',
    ...(topicNames.length > 0 && { keywords: topicNames }),
    location: {
      '@type': 'Place',
      name: place,
      // Organisers write a street, a park or a village: the program guesses no city.
      address: { '@type': 'PostalAddress', streetAddress: place, addressCountry: country },
      ...(activity.location !== null && { geo: { '@type': 'GeoCoordinates', ...activity.location } }),
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

const organiserOf = ({ _id, collective, user }: Activity, publicUrl: string) =>
  collective === null
    ? // A person has no public page but those of the activities.
      { '@type': 'Person', name: user.username, url: publicUrl + activityPath(_id) }
    : { '@type': 'Organization', name: collective.name, url: publicUrl + collectivePath(collective.slug) };

/** Builds schema.org's BreadcrumbList, from the catalogue to this page. */
export const breadcrumbJsonLd = ({ _id, title, collective }: Activity, publicUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { name: 'Actividades', path: CATALOGUE_PATH },
    ...(collective === null ? [] : [{ name: collective.name, path: collectivePath(collective.slug) }]),
    { name: title, path: activityPath(_id) },
  ].map(({ name, path }, index) => ({
    ...{ '@type': 'ListItem', position: index + 1, name, item: publicUrl + path },
  })),
});
