import type { Platform } from '../../platform/platform.ts';
import { publicActivities } from '../activities/public-service.ts';
import { type SearchQuery, searchOf } from '../activities/search-service.ts';
import { publicCollective } from '../collectives/public-service.ts';
import type { Search } from './feed-paths.ts';

const ROWS_MAX = 100;

/** The public activities of a search; upcoming ones unless the query names the past. At most 100. */
export function findUpcoming(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  return publicActivities(platform, search, { limit: Math.min(limit, ROWS_MAX), offset, series });
}

/** The public activities of a search, as it is: also past ones, and up to the limit of a list. */
export function findPublic(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf(query, platform.settings.timeZone);
  return publicActivities(platform, search, { limit, offset, series });
}

/** The name of the collective whose activities a search wants; undefined: none, or not public. */
export async function collectiveNameOf(
  platform: Platform,
  { colectivo }: Search,
): Promise<string | undefined> {
  if (colectivo === undefined || colectivo === '') return undefined;
  const found = await publicCollective(platform, colectivo);
  return found.kind === 'public' ? found.row.collective.name : undefined;
}
