import type { Platform } from '../../platform/platform.ts';
import { publicActivities } from '../activities/public-service.ts';
import { type SearchQuery, searchOf } from '../activities/search-rules.ts';

const ROWS_MAX = 100;

/** The public activities of a search; upcoming ones unless the query names the past. At most 100. */
export function findUpcoming(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  return publicActivities(platform, search, { limit: Math.min(limit, ROWS_MAX), offset, series });
}
