import type { Site } from '@minga/contract/site';
import { imageUrl } from '../../platform/images/picture.ts';
import { localTimeWithOffset, longPeriod, sentence } from '../../platform/local-time.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import { activityPath } from '../activities/rules.ts';
import { collectivePath } from '../collectives/rules.ts';
import type { SiteKey } from './key-service.ts';
import type { ActivityRow } from './repository.ts';
import {
  ACTOR_NAME,
  ACTOR_PATH,
  excerptOf,
  FOLLOWERS_PATH,
  htmlOf,
  INBOX_PATH,
  mobilizonCategory,
  NODEINFO_PATH,
  NOTES_PATH,
  OUTBOX_PATH,
  objectPath,
  type SentFacts,
} from './rules.ts';

// JSON-LD is written by hand, field by field, since libraries drop or change fields that servers need (docs/decisions/0108-federation.md).

export const ACTIVITY_JSON = 'application/activity+json; charset=utf-8';

const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public';
const STREAMS = 'https://www.w3.org/ns/activitystreams';
const SECURITY = 'https://w3id.org/security/v1';

/** The terms of events beyond ActivityStreams, as Mobilizon and FEP-8a8e name them. */
const EVENT_TERMS = {
  Hashtag: 'as:Hashtag',
  sc: 'http://schema.org#',
  mz: 'https://joinmobilizon.org/ns#',
  ical: 'http://www.w3.org/2002/12/cal/ical#',
  address: 'sc:address',
  category: 'sc:category',
  eventStatus: 'sc:eventStatus',
  externalParticipationUrl: { '@id': 'mz:externalParticipationUrl', '@type': 'sc:URL' },
  joinMode: { '@id': 'mz:joinMode', '@type': 'mz:joinModeType' },
  maximumAttendeeCapacity: 'sc:maximumAttendeeCapacity',
  organizers: 'https://w3id.org/fep/8a8e#organizers',
  remainingAttendeeCapacity: 'sc:remainingAttendeeCapacity',
  timezone: { '@id': 'mz:timezone', '@type': 'mz:timezone' },
};
const EVENT_CONTEXT = [STREAMS, EVENT_TERMS];

/** The facts that the documents of a site share. */
export interface Publisher {
  readonly publicUrl: string;
  readonly site: Pick<Site, 'name' | 'place' | 'tagline'>;
  readonly timeZone: string;
}

const SUMMARY_MAX = 300;

/** The site's address on other servers, '@minga@example.org'. */
export const handleOf = (publicUrl: string): string => `@${ACTOR_NAME}@${new URL(publicUrl).host}`;

export const presentWebfinger = (publicUrl: string): object => ({
  subject: `acct:${handleOf(publicUrl).slice(1)}`,
  aliases: [publicUrl + ACTOR_PATH, `${publicUrl}/`],
  links: [
    { rel: 'self', type: 'application/activity+json', href: publicUrl + ACTOR_PATH },
    { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: `${publicUrl}/` },
  ],
});

export const presentNodeInfoLinks = (publicUrl: string): object => ({
  links: [
    { rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1', href: publicUrl + NODEINFO_PATH },
    { rel: 'https://www.w3.org/ns/activitystreams#Application', href: publicUrl + ACTOR_PATH },
  ],
});

/** NodeInfo 2.1. The counts are those that every visitor can see. */
export const presentNodeInfo = (
  { site }: Publisher,
  { version, activities }: { readonly version: string; readonly activities: number },
): object => ({
  version: '2.1',
  software: { name: 'minga', version },
  protocols: ['activitypub'],
  services: { inbound: [], outbound: ['rss2.0'] },
  openRegistrations: true,
  usage: { users: {}, localPosts: activities },
  metadata: { nodeName: site.name, nodeDescription: site.tagline },
});

export function presentActor(
  { publicUrl, site, timeZone }: Publisher,
  { keyId, publicKeyPem, createdAt }: SiteKey,
): object {
  const id = publicUrl + ACTOR_PATH;
  return {
    '@context': [
      STREAMS,
      SECURITY,
      { toot: 'http://joinmastodon.org/ns#', discoverable: 'toot:discoverable' },
    ],
    id,
    type: 'Application',
    preferredUsername: ACTOR_NAME,
    name: site.name,
    summary: htmlOf(site.tagline),
    url: `${publicUrl}/`,
    inbox: publicUrl + INBOX_PATH,
    outbox: publicUrl + OUTBOX_PATH,
    followers: publicUrl + FOLLOWERS_PATH,
    endpoints: { sharedInbox: publicUrl + INBOX_PATH },
    manuallyApprovesFollowers: false,
    discoverable: true,
    published: localTimeWithOffset(createdAt, timeZone),
    icon: { type: 'Image', mediaType: 'image/png', url: `${publicUrl}/icons/app-512.png` },
    publicKey: { id: keyId, owner: id, publicKeyPem },
  };
}

/** The number of followers. Their ids are never public. */
export const presentFollowers = (publicUrl: string, totalItems: number): object => ({
  '@context': STREAMS,
  id: publicUrl + FOLLOWERS_PATH,
  type: 'OrderedCollection',
  totalItems,
});

export const presentOutbox = (publicUrl: string, totalItems: number, orderedItems: object[]): object => {
  const id = publicUrl + OUTBOX_PATH;
  return {
    '@context': EVENT_CONTEXT,
    id,
    type: 'OrderedCollection',
    totalItems,
    first: { id: `${id}#1`, type: 'OrderedCollectionPage', partOf: id, orderedItems },
  };
};

/** An activity as other servers know it. */
export interface Published {
  readonly row: ActivityRow;
  readonly version: number;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
}

const addressees = (publicUrl: string) => ({ to: [PUBLIC], cc: [publicUrl + FOLLOWERS_PATH] });

export const objectIdOf = (publicUrl: string, activityId: string, version: number): string =>
  publicUrl + objectPath(activityId, version);

/** The facts that `presentNote` compares. */
export const factsOf = ({ activity }: ActivityRow, { site, timeZone }: Publisher): SentFacts => ({
  startTime: localTimeWithOffset(activity.date, timeZone),
  place: placeOf(activity, site),
  isCancelled: activity.isSourceCancelled,
});

const placeOf = ({ place }: { readonly place: string }, site: Pick<Site, 'place' | 'name'>): string =>
  [place, site.place].map(text => text.trim()).find(text => text !== '') ?? site.name;

/**
 * The activity without the times of its publication and change and without its free places: what an `Update` is compared with. Public
 * facts only: it names a collective, and never a person (docs/rules.md R27.4).
 */
export function documentOf(row: ActivityRow, version: number, publisher: Publisher): object {
  const { publicUrl, site, timeZone } = publisher;
  const { activity, image, collective } = row;
  const id = objectIdOf(publicUrl, activity.id, version);
  const url = publicUrl + activityPath(activity.id);
  const organiser = collective?.status === 'active' ? collective : null;
  const place = placeOf(activity, site);
  return {
    id,
    type: 'Event',
    name: activity.title,
    url,
    attributedTo: publicUrl + ACTOR_PATH,
    ...addressees(publicUrl),
    startTime: localTimeWithOffset(activity.date, timeZone),
    ...(activity.endDate !== null && { endTime: localTimeWithOffset(activity.endDate, timeZone) }),
    timezone: timeZone,
    summary: htmlLine([
      longPeriod(activity.date, activity.endDate, timeZone),
      place,
      ...(organiser === null ? [] : [`Organiza: ${organiser.name}`]),
      excerptOf(activity.description, SUMMARY_MAX),
    ]),
    content: htmlOf(activity.description),
    location: {
      type: 'Place',
      name: place,
      address: place,
      ...(activity.latitude !== null &&
        activity.longitude !== null && { latitude: activity.latitude, longitude: activity.longitude }),
    },
    // Other servers know no tags of several words.
    tag: activity.tags.map(tag => ({
      type: 'Hashtag',
      name: `#${tag.replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '')}`,
      href: `${publicUrl}/calendario?etiqueta=${encodeURIComponent(tag)}`,
    })),
    attachment:
      image === null
        ? []
        : [
            {
              type: 'Document',
              mediaType: 'image/webp',
              url: publicUrl + imageUrl(image.id, image.width),
              name: activity.title,
              width: image.width,
              height: image.height,
            },
          ],
    category: mobilizonCategory(activity.category),
    eventStatus: activity.isSourceCancelled ? 'CANCELLED' : 'CONFIRMED',
    'ical:status': activity.isSourceCancelled ? 'CANCELLED' : 'CONFIRMED',
    joinMode: 'external',
    externalParticipationUrl: url,
    ...(organiser !== null && {
      organizers: {
        type: 'Collection',
        totalItems: 1,
        items: [
          { type: 'Organization', name: organiser.name, url: publicUrl + collectivePath(organiser.slug) },
        ],
      },
    }),
    ...(activity.capacity !== null && { maximumAttendeeCapacity: activity.capacity }),
  };
}

/** Facts in one line of HTML. Quotation marks stay, since some servers show the text as it is. */
const htmlLine = (facts: readonly string[]): string =>
  escapeMarkup(facts.filter(text => text !== '').join(' · ')).replaceAll('&quot;', '"');

/** The activity's whole document, without its context. */
export function presentEvent(
  { row, version, publishedAt, updatedAt }: Published,
  publisher: Publisher,
): object {
  const { capacity } = row.activity;
  return {
    ...documentOf(row, version, publisher),
    published: localTimeWithOffset(publishedAt, publisher.timeZone),
    updated: localTimeWithOffset(updatedAt, publisher.timeZone),
    ...(capacity !== null && { remainingAttendeeCapacity: Math.max(0, capacity - row.taken) }),
  };
}

export const inContext = (object: object): object => ({ '@context': EVENT_CONTEXT, ...object });

export function presentCreate(published: Published, publisher: Publisher): object {
  const { publicUrl } = publisher;
  const id = objectIdOf(publicUrl, published.row.activity.id, published.version);
  return {
    id: `${id}#create`,
    type: 'Create',
    actor: publicUrl + ACTOR_PATH,
    published: localTimeWithOffset(published.publishedAt, publisher.timeZone),
    ...addressees(publicUrl),
    object: presentEvent(published, publisher),
  };
}

export function presentUpdate(published: Published, publisher: Publisher): object {
  const { publicUrl } = publisher;
  const id = objectIdOf(publicUrl, published.row.activity.id, published.version);
  return {
    id: `${id}#update-${published.updatedAt.getTime()}`,
    type: 'Update',
    actor: publicUrl + ACTOR_PATH,
    published: localTimeWithOffset(published.updatedAt, publisher.timeZone),
    ...addressees(publicUrl),
    object: presentEvent(published, publisher),
  };
}

/** The object's id alone, which servers fetch, for those that read events only if an actor that they follow announced them. */
export const presentAnnounce = (id: string, publishedAt: string, publicUrl: string): object => ({
  '@context': STREAMS,
  id: `${id}#announce`,
  type: 'Announce',
  actor: publicUrl + ACTOR_PATH,
  published: publishedAt,
  ...addressees(publicUrl),
  object: id,
});

export const presentTombstone = (id: string, formerType: 'Event' | 'Note' = 'Event'): object => ({
  id,
  type: 'Tombstone',
  formerType,
});

/** The `Delete` of an activity or a note. */
export const presentDelete = (id: string, publicUrl: string, formerType?: 'Note'): object => ({
  id: `${id}#delete`,
  type: 'Delete',
  actor: publicUrl + ACTOR_PATH,
  ...addressees(publicUrl),
  object: presentTombstone(id, formerType),
});

/** The end or the new date and place of an activity, for readers who know `before`. */
export function noteText(
  { title, period, after }: { readonly title: string; readonly period: string; readonly after: SentFacts },
  before: SentFacts,
): string {
  if (after.isCancelled && !before.isCancelled)
    return sentence(`Se canceló «${title}», que era el ${period}`);
  const facts = [
    ...(before.startTime === after.startTime ? [] : [`ahora es el ${period}`]),
    ...(before.place === after.place ? [] : [`ahora es en ${after.place}`]),
  ];
  const restored = before.isCancelled && !after.isCancelled ? ['otra vez está en pie'] : [];
  return sentence(`«${title}» cambió: ${[...restored, ...facts].join('; ')}`);
}

/** A short public note about an activity, in reply to it. `noteId` is that of its message. */
export function presentNote(
  { id, activityId, noteId, text, at }: NewNote,
  { publicUrl, timeZone }: Publisher,
): object {
  const published = localTimeWithOffset(at, timeZone);
  const url = publicUrl + activityPath(activityId);
  const note = noteAddress(publicUrl, noteId);
  const actor = publicUrl + ACTOR_PATH;
  return {
    id: `${note}#create`,
    type: 'Create',
    actor,
    published,
    ...addressees(publicUrl),
    object: {
      id: note,
      type: 'Note',
      attributedTo: actor,
      ...addressees(publicUrl),
      published,
      url,
      inReplyTo: id,
      content: `<p>${escapeMarkup(text)}</p><p><a href="${escapeMarkup(url)}">${escapeMarkup(url)}</a></p>`,
      tag: [],
      attachment: [],
    },
  };
}

interface NewNote {
  /** The address of the activity's document. */
  readonly id: string;
  readonly activityId: string;
  readonly noteId: string;
  readonly text: string;
  readonly at: Date;
}

export const noteAddress = (publicUrl: string, noteId: string): string =>
  `${publicUrl}${NOTES_PATH}/${noteId}`;
