import { getSiteMap, type SiteMap } from '@minga/contract/site';
import { hasMapGround } from './map-ground.ts';
import { call } from './server/api.ts';

export type MapStart = SiteMap['start'];

/** The middle of the site's region, at which its maps start; null if the ground says it, or if the server does not respond. */
export async function readMapStart(): Promise<MapStart | null> {
  if (hasMapGround()) return null;
  return call(getSiteMap).then(
    ({ start }) => start,
    () => null,
  );
}
