import type { Location } from '@minga/contract/location';
import { pastedLink } from '@minga/contract/text';
import { doubt, judged, type LocationReading, readCoordinates } from './written-coordinates.ts';

/** Longer texts are no location; a link of Google with a route has up to 2,000 characters. */
const LENGTH_MAX = 5000;

/**
 * Reads coordinates as people write them, or a link of Google Maps, Apple Maps, OpenStreetMap, Waze, Bing and others, or a `geo:`
 * address. Null for a blank text.
 */
export function readLocation(text: string): LocationReading | null {
  const pasted = pastedLink(text.slice(0, LENGTH_MAX));
  return pasted === '' ? null : (readMapLink(pasted) ?? readCoordinates(pasted));
}

/** The location that a text names without doubt; null if there is none. */
export function parseLocation(text: string): Location | null {
  const reading = readLocation(text);
  return reading?.kind === 'exact' ? reading.location : null;
}

/** `2.444800, -76.614700`, as in the form. */
export const locationText = (location: Location | null): string =>
  location === null ? '' : `${location.latitude}, ${location.longitude}`;

const VIEW = 'Ese enlace dice qué parte del mapa se veía y no dónde queda el lugar.';
const UNKNOWN_MAP = 'Leímos esos números de un enlace que no conocemos.';
const SHORT_LINK: LocationReading = {
  kind: 'unreadable',
  sentence:
    'Ese enlace es corto y no dice dónde queda el lugar: ábrelo y copia la dirección larga del navegador, o elige el punto en el mapa',
};
const NAME_ONLY: LocationReading = {
  kind: 'unreadable',
  sentence:
    'Ese enlace no dice las coordenadas del lugar: ábrelo, mantén presionado el punto y copia sus coordenadas, o elige el punto en el mapa',
};

/** Links that name a place only for the server that made them. */
const shortLinks =
  /^(?:(?:maps\.app\.)?goo\.gl|g\.co|her\.is|g\.page|share\.google|maps\.apple|binged\.it|(?:www\.)?bing\.com\/maps\/geoplat|omaps\.app|w3w\.co|what3words\.com|bit\.ly|tinyurl\.com|t\.co|wa\.me|chat\.whatsapp\.com|(?:www\.)?(?:osm\.org|openstreetmap\.org)\/go|(?:www\.)?waze\.com\/ul)\/./i;

/** Two numbers, before a name, a height or a zoom: `2.4,-76.6,17z`, `2.4_-76.6_Parque`, `2.4,-76.6(Parque)`. */
const PAIR = /^\s*([-+]?\d+(?:\.\d+)?)\s*[,~_/]\s*([-+]?\d+(?:\.\d+)?)(?=\s*(?:$|[,_~(]))/;

const isKnown = (host: string): boolean =>
  /(^|\.)(app\.invalid|google\.[a-z.]+|apple\.com|openstreetmap\.org|osm\.org|waze\.com|bing\.com|here\.com|osmand\.net)$/.test(
    host,
  );

/** The coordinates of a value such as `loc:2.4,-76.6 (Parque)`, `ll.2.4,-76.6`, `Parque@2.4,-76.6` or `pos.2.4_-76.6_Parque`. */
function readValue(value: string): LocationReading | null {
  const pair = PAIR.exec(value.replace(/^.*[@:]|^(?:ll|pos|point)\./, ''));
  if (pair) return judged(Number(pair[1]), Number(pair[2]), false);
  const written = readCoordinates(value.replace(/^loc:|\([^)]*\)$/g, ''));
  return written.kind === 'exact' ? written : null;
}

const named = (params: URLSearchParams, names: readonly string[]): string | undefined =>
  names.map(name => params.get(name)?.trim()).find(value => value);

/** The end of a route: the last of its stops. Undefined if the link is of no route, '' if the route has no end. */
function endOfRoute({ pathname }: URL, params: URLSearchParams): string | undefined {
  const end = named(params, ['destination', 'daddr', 'to', 'latlng', 'route', 'rtp']);
  if (end !== undefined) return end.split(/\s+to:|~|;/).at(-1);
  const segments = pathname.split('/').map(decoded);
  const start = segments.findIndex(segment => /^(?:dir|directions)$/i.test(segment));
  if (start < 0) return undefined;
  const stops = segments.slice(start + 1);
  const after = stops.findIndex(segment => /^(?:@|data=|am=)/.test(segment));
  return stops.slice(0, after < 0 ? undefined : after).at(-1) ?? '';
}

interface Field {
  readonly id: string;
  readonly value: string;
  readonly fields: readonly Field[];
}

/** The fields of Google's `!4m2!1d-76.6!2d2.4`, in which `m` gives the number of fields that a message contains. */
function fieldsOf(tokens: string[]): Field[] {
  const fields: Field[] = [];
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const [, id = '', type, value = ''] = /^(\d+)([a-z])(.*)$/.exec(token) ?? [];
    fields.push({ id, value, fields: type === 'm' ? fieldsOf(tokens.splice(0, Number(value))) : [] });
  }
  return fields;
}

const child = (field: Field | undefined, id: string): Field | undefined =>
  field?.fields.find(inner => inner.id === id);

/** The last stop of a route in Google's data: its longitude and latitude, if the link has them. */
function endInData(address: string): LocationReading | null {
  const data = /[/?&](?:data|pb)=(![^?#&]+)/.exec(address)?.[1];
  if (data === undefined) return null;
  const root: Field = { id: '', value: '', fields: fieldsOf(data.split('!').slice(1)) };
  const stop = child(child(root, '4'), '4')
    ?.fields.filter(({ id }) => id === '1')
    .at(-1);
  const place = child(stop, '2');
  const [longitude, latitude] = [child(place, '1'), child(place, '2')];
  if (!longitude || !latitude) return null;
  return judged(Number(latitude.value), Number(longitude.value), true);
}

/** The pin of a place in Google's data, the last one if the link comes from a list. */
function pinInData(address: string): LocationReading | null {
  const pin = [...address.matchAll(/!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/g)].at(-1);
  return pin ? judged(Number(pin[1]), Number(pin[2]), true) : null;
}

function pairOf(params: URLSearchParams, latitude: readonly string[], longitude: readonly string[]) {
  const [north, east] = [named(params, latitude), named(params, longitude)];
  const isNumber = (text: string | undefined): text is string => /^[-+]?\d+(\.\d+)?$/.test(text ?? '');
  return isNumber(north) && isNumber(east) ? judged(Number(north), Number(east), true) : null;
}

const PIN_NAMES = ['coordinate', 'pin', 'sp', 'where1', 'q', 'query', 'search', 'address', 'll'];
const VIEW_NAMES = ['center', 'cp', 'viewpoint', 'cbll', 'll', 'sll', 'map', 'near'];

function readPin(url: URL, params: URLSearchParams): LocationReading | null {
  const pin =
    pinInData(url.href) ?? pairOf(params, ['mlat'], ['mlon', 'mlng']) ?? pairOf(params, ['toLat'], ['toLon']);
  if (pin) return pin;
  // Google's `ll` is the middle of the map; others put a pin there.
  const isView = (name: string) => name === 'll' && /(^|\.)google\./.test(url.hostname);
  const values = PIN_NAMES.filter(name => !isView(name)).map(name => params.get(name) ?? '');
  const segments = isKnown(url.hostname) ? url.pathname.split('/').map(decoded) : [];
  return [...values, ...segments.filter(segment => !segment.startsWith('@'))].reduce<LocationReading | null>(
    (found, value) => found ?? readValue(value),
    null,
  );
}

/** The middle of the map that a link shows. */
function readView(url: URL, params: URLSearchParams): Location | null {
  const hash = new URLSearchParams(url.hash.slice(1));
  const camera = /[/]@([-+\d.]+,[-+\d.]+)/.exec(decoded(url.href))?.[1];
  const position = /#(?:.*&)?(?:map=)?[\d.]+\/(-?[\d.]+\/-?[\d.]+)/.exec(decoded(url.href))?.[1];
  const embedded = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(decoded(url.href));
  const named = VIEW_NAMES.map(name => params.get(name)).filter(value => value !== null);
  const views = [camera, position, ...named].map(value => (value ? readValue(value) : null));
  const all = [
    ...views,
    embedded && judged(Number(embedded[2]), Number(embedded[1]), true),
    ...[params, hash].map(each =>
      pairOf(each, ['lat', 'latitude', 'y'], ['lon', 'lng', 'long', 'longitude', 'x']),
    ),
  ];
  return locationOf(all.find(view => view && view.kind !== 'unreadable'));
}

const locationOf = (reading: LocationReading | null | undefined): Location | null =>
  reading && reading.kind !== 'unreadable' ? reading.location : null;

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** `geo:2.4,-76.6?q=2.5,-76.7(Parque)` of RFC 5870 and Android: the searched point, or else the given one. */
function readGeo(text: string): LocationReading {
  const [, point = '', query = ''] = /^geo:([^?]*)\??(.*)$/i.exec(text) ?? [];
  const searched = new URLSearchParams(query).get('q');
  const pin = searched ? readValue(searched) : null;
  if (pin) return pin;
  const given = PAIR.exec(decoded(point.replace(/;.*$/, '')));
  if (!given || (/;crs=/i.test(point) && !/;crs=wgs84/i.test(point))) return NAME_ONLY;
  const reading = judged(Number(given[1]), Number(given[2]), false);
  if (searched === null || reading.kind === 'unreadable') return reading;
  const { latitude, longitude } = reading.location;
  return latitude === 0 && longitude === 0 ? NAME_ONLY : doubt(reading.location, VIEW);
}

/** The web address in a text, also without `https://`, within words or in the HTML of an embedded map; null without one. */
function addressIn(text: string): URL | null {
  const [, quote, full] = /(["'])?(https?:\/\/\S+)/i.exec(text) ?? [];
  const bare = /(?:^|\s)((?:[a-z][\w-]*\.)+[a-z]{2,}(?::\d+)?[/?]\S*)/i.exec(text)?.[1];
  const app = /^(?:waze|maps|comgooglemaps|google\.navigation):(?:\/\/)?[^?\s]*?\??(\S+=.*)$/i.exec(
    text,
  )?.[1];
  const address = quote ? full?.split(quote)[0] : full;
  const written = address ?? (app && `https://app.invalid/?${app}`) ?? (bare && `https://${bare}`);
  const clean = written?.replaceAll('&amp;', '&').replace(/[>\].,;:!?]+$/, '');
  return clean !== undefined && URL.canParse(clean) ? new URL(clean) : null;
}

/** Links in which another address follows: of a sign-in, of a warning, of a search's results. */
const addressWithin = (params: URLSearchParams): string | undefined =>
  ['continue', 'u', 'url', 'q', 'link']
    .map(name => params.get(name) ?? '')
    .find(value => /^https?:/i.test(value));

const DEPTH_MAX = 3;

function readAddress(url: URL, depth = 0): LocationReading {
  const params = url.searchParams;
  const inner = addressWithin(params);
  if (inner !== undefined && depth < DEPTH_MAX && URL.canParse(inner))
    return readAddress(new URL(inner), depth + 1);
  const end = endOfRoute(url, params);
  const pin = end === undefined ? readPin(url, params) : (readValue(end) ?? endInData(url.href));
  if (pin) return pin.kind !== 'exact' || isKnown(url.hostname) ? pin : doubt(pin.location, UNKNOWN_MAP);
  const view = readView(url, params);
  if (view) return doubt(view, VIEW);
  return shortLinks.test(`${url.host}${url.pathname}`) ? SHORT_LINK : NAME_ONLY;
}

/** Reads a link of a map or a `geo:` address; null if the text contains neither. */
function readMapLink(text: string): LocationReading | null {
  if (/^geo:/i.test(text)) return readGeo(text);
  const url = addressIn(text);
  return url && readAddress(url);
}
