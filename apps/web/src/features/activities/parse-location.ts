import type { Location } from '@minga/contract/location';

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const PAIR = String.raw`${NUMBER}(?:\s*[,;]\s*|\s+)${NUMBER}`;

/** Places of coordinates in the links of Google Maps and OpenStreetMap, the most exact first, and in `geo:` addresses. */
const patterns = [
  // The pin of a place, which the centre of the map may not show.
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|destination|daddr)=(?:loc:)?${PAIR}`),
  new RegExp(`^geo:0,0\\?q=${PAIR}`),
  new RegExp(`^geo:${PAIR}`),
  new RegExp(`@${PAIR}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`^${PAIR}$`),
];

/** Reads coordinates (`2.4448, -76.6147`), a link of Google Maps or OpenStreetMap, or a `geo:` address; null if there are none. */
export function parseLocation(text: string): Location | null {
  const plain = decoded(text.trim());
  const found = patterns.map(pattern => pattern.exec(plain)).find(match => match !== null);
  if (!found) return null;
  const [latitude, longitude] = found.slice(1).map(Number);
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `2.444800, -76.614700`, as in the form. */
export const locationText = (location: Location | null): string =>
  location === null ? '' : `${location.latitude}, ${location.longitude}`;
