import type { Location } from '@minga/contract/location';
import { pastedLink } from '@minga/contract/text';
import { readMapLink } from './map-link.ts';
import { type LocationReading, readCoordinates } from './written-coordinates.ts';

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
