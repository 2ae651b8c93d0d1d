import type { SiteMap } from '@minga/contract/site';
import { capitalPosition, type Position, placePosition } from './place-rules.ts';

const CITY_ZOOM = 12;
const COUNTRY_ZOOM = 5;
const CONTINENT = { latitude: -5, longitude: -72, zoom: 3 };
/** Half of the side of the smallest rectangle in degrees: a city with its surroundings. */
const REACH = 0.15;
/** The share of the positions at each edge that does not count, so that one activity abroad does not move the map. */
const EDGE = 0.05;

/** The region of a site from the positions of its activities, else from its place, else from its country (docs/rules.md R25.4). */
export function mapOf(
  positions: readonly Position[],
  { place, country }: { place: string; country: string },
): SiteMap {
  const known =
    positions.length > 0 ? positions : [placePosition(place, country)].filter(found => found !== null);
  if (known.length === 0) {
    const capital = capitalPosition(country);
    return { start: capital === null ? CONTINENT : { ...capital, zoom: COUNTRY_ZOOM }, bounds: null };
  }
  const latitudes = known.map(({ latitude }) => latitude).toSorted((one, other) => one - other);
  const longitudes = known.map(({ longitude }) => longitude).toSorted((one, other) => one - other);
  const [south, latitude, north] = spread(latitudes);
  const [west, longitude, east] = spread(longitudes);
  return {
    start: { latitude, longitude, zoom: CITY_ZOOM },
    bounds: {
      west: rounded(Math.min(west, longitude - REACH)),
      south: rounded(Math.min(south, latitude - REACH)),
      east: rounded(Math.max(east, longitude + REACH)),
      north: rounded(Math.max(north, latitude + REACH)),
    },
  };
}

/** The lowest value within the edges, the median and the highest one of ascending values. */
function spread(values: readonly number[]): [number, number, number] {
  const at = (share: number) => values[Math.round((values.length - 1) * share)] ?? 0;
  return [at(EDGE), at(0.5), at(1 - EDGE)];
}

const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;
