/** A JSON object of another server's, or ours on its way to one. */
export type Json = { readonly [key: string]: unknown };

export const PUBLIC = 'https://www.w3.org/ns/activitystreams#Public';
const ACTIVITY_STREAMS = 'https://www.w3.org/ns/activitystreams';

/** The categories of Mobilizon 5.1.3 (lib/mobilizon/events/categories.ex): it takes any other for MEETING. */
const CATEGORIES = [
  ...['ARTS', 'AUTO_BOAT_AIR', 'BOOK_CLUBS', 'BUSINESS', 'CAUSES', 'COMEDY', 'COMMUNITY', 'CRAFTS'],
  ...[
    'FAMILY_EDUCATION',
    'FASHION_BEAUTY',
    'FILM_MEDIA',
    'FOOD_DRINK',
    'GAMES',
    'HEALTH',
    'LANGUAGE_CULTURE',
  ],
  ...['LEARNING', 'LGBTQ', 'MEETING', 'MOVEMENTS_POLITICS', 'MUSIC', 'NETWORKING', 'OUTDOORS_ADVENTURE'],
  ...['PARTY', 'PERFORMING_VISUAL_ARTS', 'PETS', 'PHOTOGRAPHY', 'SCIENCE_TECH'],
  ...['SPIRITUALITY_RELIGION_BELIEFS', 'SPORTS', 'THEATRE'],
];

/** Every key that an event may have: a new one is a decision about what leaves the site. */
const EVENT_KEYS = [
  ...['@context', 'id', 'type', 'name', 'url', 'attributedTo', 'actor', 'to', 'cc', 'published', 'updated'],
  ...['startTime', 'endTime', 'timezone', 'summary', 'content', 'mediaType', 'location', 'tag', 'attachment'],
  ...[
    'category',
    'eventStatus',
    'status',
    'ical:status',
    'joinMode',
    'externalParticipationUrl',
    'inLanguage',
  ],
  ...['maximumAttendeeCapacity', 'remainingAttendeeCapacity', 'organizers', 'image', 'sensitive'],
  ...['anonymousParticipationEnabled', 'commentsEnabled', 'repliesModerationOption', 'isOnline', 'draft'],
];
const NOTE_KEYS = [
  ...[
    '@context',
    'id',
    'type',
    'attributedTo',
    'actor',
    'to',
    'cc',
    'published',
    'content',
    'inReplyTo',
    'url',
  ],
  ...['tag', 'attachment', 'sensitive', 'mediaType', 'contentMap', 'inLanguage'],
];

const NOTE_LENGTH_MAX = 500;
const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
const EMAIL = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;
/** Seven digits or more, as people write a telephone number; ids and times are looked at elsewhere. */
const PHONE = /(?<![\w/.-])\+?\(?\d(?:[ .()-]{0,2}\d){6,14}(?![\w-])/;

/** The description of a site by itself. */
export interface Sender {
  /** 'http://127.0.0.1:…' */
  readonly origin: string;
  readonly actor: string;
  readonly followers: string;
}

/** The actor of a Minga. */
export const senderAt = (origin: string): Sender => ({
  origin,
  actor: `${origin}/ap/sitio`,
  followers: `${origin}/ap/sitio/followers`,
});

/**
 * The properties of an activity from a Minga that broke or would break real peers, in sentences: Mastodon, Mobilizon 5.1.3 and Gancio 1.21.0.
 * Their reasons are in docs/federation.md.
 */
export function problemsOf(activity: unknown, sender: Sender): string[] {
  if (!isObject(activity)) return ['The activity is no object.'];
  const { type, object } = activity;
  const problems = [
    ...problemsOfContext(activity),
    ...problemsOfIds(activity, sender, 'The activity'),
    ...(activity.actor === sender.actor ? [] : ['`actor` is not the owner of the key.']),
    ...personalDataIn(activity),
    ...timesOf(activity, ['published', 'updated']),
  ];
  switch (type) {
    case 'Accept':
    case 'Reject':
      return isObject(object) && object.type === 'Follow'
        ? problems
        : [...problems, 'The object is no Follow.'];
    case 'Announce':
      if (typeof object !== 'string' || !isOurs(object, sender))
        problems.push('An Announce must have the id of one of our objects.');
      return [...problems, ...problemsOfAudience(activity, sender, 'Announce')];
    case 'Create':
    case 'Update':
      return [
        ...problems,
        ...problemsOfAudience(activity, sender, String(type)),
        ...problemsOfObject(object, sender, type),
      ];
    case 'Delete':
      return [
        ...problems,
        ...problemsOfAudience(activity, sender, 'Delete'),
        ...problemsOfTombstone(object, sender),
      ];
    default:
      return [...problems, `A Minga sends no ${type}.`];
  }
}

function problemsOfObject(object: unknown, sender: Sender, activity: 'Create' | 'Update'): string[] {
  if (isObject(object) && object.type === 'Event') return problemsOfEvent(object, sender);
  if (isObject(object) && object.type === 'Note' && activity === 'Create')
    return problemsOfNote(object, sender);
  return [`The object of ${activity} is no Event.`];
}

/** The problems of an event, as in a `Create` or at its address. */
function problemsOfEvent(event: Json, sender: Sender): string[] {
  const { name, content, summary, timezone, category, startTime, endTime } = event;
  const problems = [
    ...problemsOfIds(event, sender, 'The event'),
    ...problemsOfAudience(event, sender, 'Event'),
    ...unknownKeys(event, EVENT_KEYS, 'event'),
    ...timesOf(event, ['published', 'updated', 'startTime', 'endTime']),
    ...problemsOfLists(event, sender),
    ...problemsOfPlace(event.location),
    ...problemsOfCapacity(event),
  ];
  const require = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  require(event.attributedTo === sender.actor, '`attributedTo` is not the owner of the key.');
  require(isText(name) && name.length >= 3 && name.length <= 200, '`name` must have 3 to 200 characters.');
  require(typeof content === 'string', '`content` must always be text.');
  require(isText(summary), '`summary` must be text: Mastodon shows nothing else.');
  require(isOurs(event.url, sender), '`url` must be on our host.');
  require(isOurs(event.externalParticipationUrl, sender), '`externalParticipationUrl` must be on our host.');
  require(event.joinMode === 'external', '`joinMode` must be external.');
  const { eventStatus: status } = event;
  require(status === 'CONFIRMED' || status === 'CANCELLED', '`eventStatus` must be CONFIRMED or CANCELLED.');
  const mobilizonStatus = event.status ?? event['ical:status'];
  require(mobilizonStatus === status, '`ical:status`, which Mobilizon reads, must be that of `eventStatus`.');
  require(CATEGORIES.includes(String(category)), '`category` must be one of Mobilizon, in capitals.');
  require(typeof startTime === 'string', '`startTime` is missing.');
  // An activity may have no end.
  const end = endTime ?? startTime;
  require(Date.parse(String(end)) >= Date.parse(String(startTime)), '`endTime` is before `startTime`.');
  if (!isText(timezone)) return [...problems, '`timezone` is missing.'];
  for (const time of [startTime, end])
    require(isLocalIn(timezone, String(time)), `${time} is no local time of ${timezone}.`);
  return problems;
}

function problemsOfNote(note: Json, sender: Sender): string[] {
  const { content } = note;
  return [
    ...problemsOfIds(note, sender, 'The note'),
    ...problemsOfAudience(note, sender, 'Note'),
    ...unknownKeys(note, NOTE_KEYS, 'note'),
    ...timesOf(note, ['published']),
    ...(note.attributedTo === sender.actor ? [] : ['`attributedTo` is not the owner of the key.']),
    ...(isText(content) ? [] : ['`content` must always be text.']),
    ...(String(content).length <= NOTE_LENGTH_MAX ? [] : ['A note must be short.']),
    ...(isOurs(note.inReplyTo, sender) ? [] : ['A note must have `inReplyTo`.']),
    ...(Array.isArray(note.tag ?? []) ? [] : ['`tag` must be a list.']),
    ...(Array.isArray(note.attachment ?? []) ? [] : ['`attachment` must be a list.']),
  ];
}

function problemsOfTombstone(object: unknown, sender: Sender): string[] {
  if (!isObject(object)) return ['The object of Delete must be a Tombstone.'];
  const { id, type, formerType, ...others } = object;
  return [
    ...(isOurs(id, sender) ? [] : ['The id of the Tombstone is not on our host.']),
    ...(type === 'Tombstone' ? [] : ['The object of Delete must be a Tombstone.']),
    ...(formerType === formerTypeOf(String(id), sender)
      ? []
      : ['A Tombstone must have the `formerType` of its object: Gancio reads it.']),
    ...Object.keys(others).map(key => `A Tombstone must not have \`${key}\`.`),
  ];
}

const formerTypeOf = (id: string, { origin }: Sender): string =>
  id.startsWith(`${origin}/ap/notas/`) ? 'Note' : 'Event';

function problemsOfContext({ '@context': context }: Json): string[] {
  const contexts = Array.isArray(context) ? context : [context];
  return contexts.includes(ACTIVITY_STREAMS) ? [] : ['`@context` does not name ActivityStreams.'];
}

const problemsOfIds = ({ id, type }: Json, sender: Sender, what: string): string[] => [
  ...(isOurs(id, sender) ? [] : [`${what} has no id on our host.`]),
  ...(isText(type) ? [] : [`${what} has no type.`]),
];

function problemsOfAudience({ to, cc }: Json, { followers }: Sender, what: string): string[] {
  return [
    ...(Array.isArray(to) && to.includes(PUBLIC) ? [] : [`\`to\` of ${what} must be a list with Public.`]),
    ...(Array.isArray(cc) && cc.includes(followers)
      ? []
      : [`\`cc\` of ${what} must be a list with our followers.`]),
  ];
}

function problemsOfLists({ tag, attachment }: Json, sender: Sender): string[] {
  if (!Array.isArray(tag)) return ['`tag` must be a list.'];
  if (!Array.isArray(attachment)) return ['`attachment` must be a list.'];
  const problems: string[] = [];
  for (const each of tag) {
    if (!isObject(each) || each.type !== 'Hashtag') problems.push('A tag must be a Hashtag.');
    else if (!/^#[^\s#]/.test(String(each.name))) problems.push('The name of a tag must begin with #.');
  }
  for (const [index, each] of attachment.entries()) {
    if (!isObject(each)) problems.push('An attachment must be an object.');
    else problems.push(...problemsOfAttachment(each, index, sender));
  }
  return problems;
}

/** Gancio takes the first attachment for the picture, and reads `mediaType` of each. */
function problemsOfAttachment(attachment: Json, index: number, sender: Sender): string[] {
  const { type, mediaType, url, href } = attachment;
  const isImage = type === 'Image' || type === 'Document';
  if (!isText(mediaType)) return ['An attachment must have a `mediaType`.'];
  if (index === 0 && !isImage) return ['The first attachment must be the picture.'];
  if (isImage && !mediaType.startsWith('image/')) return ['A picture must have the `mediaType` of one.'];
  return isOurs(isImage ? url : (href ?? url), sender) ? [] : ['An attachment must be on our host.'];
}

function problemsOfPlace(place: unknown): string[] {
  if (!isObject(place) || place.type !== 'Place') return ['`location` must be a Place.'];
  const { name, address, latitude, longitude } = place;
  const isPoint = typeof latitude === 'number' && typeof longitude === 'number';
  return [
    ...(isText(name) ? [] : ['The place has no name.']),
    ...(isText(address) ? [] : ['The address of the place must be text.']),
    ...(isPoint || (latitude === undefined && longitude === undefined)
      ? []
      : ['Latitude and longitude must be numbers, or both be missing.']),
  ];
}

function problemsOfCapacity({ maximumAttendeeCapacity: most, remainingAttendeeCapacity: left }: Json) {
  if (most === undefined && left === undefined) return [];
  const isRight = Number.isInteger(most) && Number.isInteger(left) && Number(left) >= 0;
  return isRight && Number(left) <= Number(most) ? [] : ['The capacity and what remains of it disagree.'];
}

function timesOf(object: Json, names: readonly string[]): string[] {
  return names
    .filter(name => object[name] !== undefined && !LOCAL_TIME.test(String(object[name])))
    .map(name => `\`${name}\` must be a time of 25 characters with its offset.`);
}

/** Whether a time has the offset that its time zone has then. */
function isLocalIn(timeZone: string, time: string): boolean {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return false;
  try {
    const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return parts.format(date).replace(' ', 'T') === time.slice(0, 19);
  } catch {
    return false;
  }
}

const unknownKeys = (object: Json, known: readonly string[], what: string): string[] =>
  Object.keys(object)
    .filter(key => !known.includes(key))
    .map(key => `\`${key}\` is no key of ${what === 'event' ? 'an event' : `a ${what}`}.`);

/** E-mail addresses and telephone numbers in any text. Addresses of the web and times are no text. */
function personalDataIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(personalDataIn);
  if (isObject(value)) return Object.values(value).flatMap(personalDataIn);
  if (typeof value !== 'string' || LOCAL_TIME.test(value)) return [];
  const text = value.replaceAll(/https?:\/\/[^\s"<>]+/g, '');
  return [
    ...(EMAIL.test(text) ? [`There is an e-mail address in '${value}'.`] : []),
    ...(PHONE.test(text) ? [`There is a telephone number in '${value}'.`] : []),
  ];
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isOurs = (url: unknown, { origin }: Sender): boolean =>
  typeof url === 'string' && url.startsWith(`${origin}/`);
