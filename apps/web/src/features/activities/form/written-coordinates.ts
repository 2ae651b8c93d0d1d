import type { Location } from '@minga/contract/location';

/** The reading of a pasted text as a location: one, one that a person has to check on the map first, or none with the way out. */
export type LocationReading =
  | { readonly kind: 'exact'; readonly location: Location }
  | { readonly kind: 'doubtful'; readonly location: Location; readonly sentence: string }
  | { readonly kind: 'unreadable'; readonly sentence: string };

const WAY_OUT = 'Mira en el mapa si el punto es este, muévelo si no, y toca «Usar este punto»';
export const doubt = (location: Location, reason: string): LocationReading => ({
  kind: 'doubtful',
  location,
  sentence: `${reason} ${WAY_OUT}`,
});
const unreadable = (sentence: string): LocationReading => ({ kind: 'unreadable', sentence });

const NOT_FOUND = unreadable(
  'No encontramos una ubicación ahí: pega las coordenadas o el enlace largo de un mapa, o elige el punto en el mapa',
);
const OUT_OF_RANGE = unreadable(
  'Esos números no son de un lugar de la Tierra: la latitud va de -90 a 90 y la longitud de -180 a 180. Revísalos, o elige el punto en el mapa',
);
const ONE_NUMBER = unreadable(
  'Ahí hay un solo número: pega la latitud y la longitud, o elige el punto en el mapa',
);
const SAME_AXIS = unreadable(
  'Ahí está dos veces la latitud o dos veces la longitud: pega una de cada una, o elige el punto en el mapa',
);
const SWAPPED = 'Parece que la longitud está antes de la latitud, y las cambiamos de orden.';
const ZERO = 'Los dos números son cero, que queda en el mar.';
const TWO_WAYS = 'Esas comas se pueden leer de dos formas.';
const AMONG_WORDS = 'Leímos esas coordenadas dentro de un texto.';
const TWO_SIGNS = 'Las coordenadas tienen un signo menos y también un punto cardinal.';

/** Latitudes where people live. Beyond them, two bare numbers are more probably a longitude before a latitude. */
const INHABITED = { south: -56, north: 72 };

const isValid = ({ latitude, longitude }: Location) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

const round = (degrees: number) => Number(degrees.toFixed(6));

/**
 * The location of two numbers. Without names or cardinal points (`isOrdered`) they could be in the other order.
 */
export function judged(latitude: number, longitude: number, isOrdered: boolean): LocationReading {
  const location = { latitude: round(latitude), longitude: round(longitude) };
  const swapped = { latitude: location.longitude, longitude: location.latitude };
  const isInhabited = latitude >= INHABITED.south && latitude <= INHABITED.north;
  if (!isOrdered && !isInhabited && isValid(swapped)) return doubt(swapped, SWAPPED);
  if (!isValid(location)) return OUT_OF_RANGE;
  return latitude === 0 && longitude === 0 ? doubt(location, ZERO) : { kind: 'exact', location };
}

const words: readonly (readonly [RegExp, string])[] = [
  [/[º°˚∘⁰]/g, '°'],
  [/[“”″ʺ˝ˮ]|['’‘′ʹʼ´`]{2}/g, '"'],
  [/[’‘′ʹʼ´`]/g, "'"],
  [/[\p{Pd}\u2212]/gu, '-'],
  [/\b(?:grados?|degrees?|deg)\b/gi, '°'],
  [/\b(?:minutos?|min)\b/gi, "'"],
  [/\b(?:segundos?|seg|sec)\b/gi, '"'],
  [/\b(?:norte|north)\b/gi, 'N'],
  [/\b(?:sur|south)\b/gi, 'S'],
  [/\b(?:este|east)\b/gi, 'E'],
  [/\b(?:oeste|west)\b/gi, 'W'],
  [/\b(?:coordenadas?|ubicaci[oó]n|punto|gps)\s*:?\s*/gi, ''],
  [/["']?\blat(?:itude|itud)?\b["']?\.?\s*[:=]?/gi, ' LAT '],
  [/["']?\b(?:longitude|longitud|long|lng|lon)\b["']?\.?\s*[:=]?/gi, ' LON '],
];

/** The text with one form for each sign, in capitals. Without NFKC for 'º', which would become an 'o', the west. */
const plain = (text: string): string =>
  words
    .reduce((written, [form, sign]) => written.replace(form, sign), text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^[\s{[(«]+|[\s}\]),;.»]+$/g, '')
    .replace(/\s+/g, ' ');

// Followed by no digit, so that a number is never read in two parts.
const NUMBER = String.raw`(\d+(?:[.,]\d+)?)(?!\d)`;
const SIGN = String.raw`([+-]?)\s*`;
const CARDINAL = '([NSEWO])';
const NAME = '(?:(LAT|LON) )?';
const BETWEEN = String.raw`\s*[,;/|&]?\s*`;
/** `2°26'24"`, with what separates degrees, minutes and seconds. */
const angle = (degrees: string, minutes: string): string =>
  `${SIGN}${NUMBER}\\s*(?:${degrees}\\s*(?:${NUMBER}\\s*${minutes}\\s*(?:${NUMBER}\\s*"?)?)?)?`;
const signed = angle('°', "(?:'|(?=[^\\d'\"]|$))");
const spaced = angle('(?:°|:|\\s)', "(?:'|:|\\s|(?=[NSEWO]))");

// Groups of each angle: name, cardinal point, sign, degrees, minutes, seconds, cardinal point.
const twice = (one: string) => new RegExp(`^${one}${BETWEEN}${one}$`);
const forms = [
  twice(`${NAME}${CARDINAL}\\s*${spaced}()`),
  twice(`${NAME}()${spaced}\\s*${CARDINAL}`),
  twice(`${NAME}()${signed}()`),
];

type Axis = 'latitude' | 'longitude';
interface Angle {
  readonly axis: Axis | null;
  readonly degrees: number;
  readonly hasTwoSigns: boolean;
}

const decimal = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

/** Null for `2.5°26'` and for 60 minutes and more. */
function toAngle(groups: readonly (string | undefined)[]): Angle | null {
  const [name, before, sign, degrees = '', minutes, seconds, after] = groups;
  const isWhole = (text: string | undefined) => text === undefined || /^\d+$/.test(text);
  if (minutes !== undefined && !isWhole(degrees)) return null;
  if (seconds !== undefined && !isWhole(minutes)) return null;
  if (decimal(minutes) >= 60 || decimal(seconds) > 60) return null;
  const cardinal = before || after || '';
  const size = decimal(degrees) + decimal(minutes) / 60 + decimal(seconds) / 3600;
  return {
    axis: axisOf(name, cardinal),
    degrees: sign === '-' || /[SWO]/.test(cardinal) ? -size : size,
    hasTwoSigns: sign === '-' && cardinal !== '',
  };
}

function axisOf(name: string | undefined, cardinal: string): Axis | null {
  if (cardinal !== '') return /[NS]/.test(cardinal) ? 'latitude' : 'longitude';
  if (name === undefined) return null;
  return name === 'LAT' ? 'latitude' : 'longitude';
}

/** Degrees, minutes and seconds, cardinal points or names of the two numbers; null if there are none. */
function readAngles(text: string): LocationReading | null {
  const match = forms.map(form => form.exec(text)).find(found => found !== null);
  // Two bare numbers are read below, with every meaning that a comma can have.
  if (!match || !/[NSEWO°]|LAT/.test(text)) return null;
  const [one, two] = [toAngle(match.slice(1, 8)), toAngle(match.slice(8))];
  if (one === null || two === null) return NOT_FOUND;
  if (one.axis !== null && one.axis === two.axis) return SAME_AXIS;
  const isOrdered = one.axis !== null || two.axis !== null;
  const isFirst = one.axis === 'latitude' || two.axis === 'longitude' || !isOrdered;
  const [north, east] = isFirst ? [one, two] : [two, one];
  const reading = judged(north.degrees, east.degrees, isOrdered);
  const hasDoubt = reading.kind === 'exact' && (one.hasTwoSigns || two.hasTwoSigns);
  return hasDoubt ? doubt(reading.location, TWO_SIGNS) : reading;
}

/** Reads two numbers in every way that their commas allow, since a comma between digits is a decimal one or separates them. */
function readPair(text: string): LocationReading | null {
  if (!/^[-+\d.,;/| ]+$/.test(text)) return null;
  const parts = text
    .replace(/([-+]) (?=\d)/g, '$1')
    .replace(/ ?[;/|] ?|,? ,?(?=[-+\d])/g, '|')
    .split('|')
    .filter(part => part !== '');
  const ways = parts.length > 1 ? [parts] : splitsAtCommas(text);
  const pairs = ways.map(numbers).filter(pair => pair !== null);
  const [first, ...others] = pairs
    .map(([one, two]) => judged(one, two, false))
    .filter(({ kind }) => kind !== 'unreadable');
  const isOneNumber = /^[-+]?\d+(?:[.,]\d+)?$/.test(text);
  if (first === undefined && isOneNumber) return ONE_NUMBER;
  if (first === undefined) return pairs.length > 0 ? OUT_OF_RANGE : null;
  // '2,76' can also be one number with a decimal comma.
  const hasTwoWays = others.length > 0 || isOneNumber;
  return hasTwoWays && first.kind === 'exact' ? doubt(first.location, TWO_WAYS) : first;
}

function splitsAtCommas(text: string): string[][] {
  const groups = text.split(',');
  return groups
    .slice(1)
    .map((_, index) => [groups.slice(0, index + 1).join(','), groups.slice(index + 1).join(',')]);
}

function numbers(texts: readonly string[]): readonly [number, number] | null {
  const [one = '', two = ''] = texts;
  const isNumber = (text: string) => /^[-+]?\d+(?:[.,]\d+)?$/.test(text);
  return texts.length === 2 && isNumber(one) && isNumber(two) ? [decimal(one), decimal(two)] : null;
}

/** Longer texts are no coordinates; the patterns try every start. */
const LENGTH_MAX = 300;

const amongWords = /(?<![\d.,])([-+]?\d{1,3}\.\d{3,})(?:\s*[,;]\s*|\s+)([-+]?\d{1,3}\.\d{3,})(?![\d.])/;

/** Reads coordinates as people write and copy them: `2.4448, -76.6147`, `2,4448; -76,6147`, `2°26'24.0"N 76°36'48.0"O`. */
export function readCoordinates(text: string): LocationReading {
  const written = plain(text.slice(0, LENGTH_MAX));
  const reading = readAngles(written) ?? readPair(written);
  if (reading !== null) return reading;
  const found = amongWords.exec(written);
  if (found === null) return NOT_FOUND;
  const inside = judged(Number(found[1]), Number(found[2]), false);
  return inside.kind === 'exact' ? doubt(inside.location, AMONG_WORDS) : inside;
}
