import type { searchActivities } from '@minga/contract/activities';
import type { Query } from '@minga/contract/endpoint';
import type { Platform } from '../../platform/platform.ts';
import { publicActivities } from '../activities/public-service.ts';

const ROWS_MAX = 100;

export type FeedQuery = Query<typeof searchActivities>;

/** The public activities of a search; upcoming ones unless the query names the past. At most 100. */
export function findUpcoming(
  platform: Platform,
  { q, place, date = 'proximas', estado, colectivo, serie: seriesId, series, limit, offset }: FeedQuery,
) {
  const collective = colectivo || undefined;
  const search = { q, place, when: date, promotedOnly: estado === 'promocionadas', collective, seriesId };
  return publicActivities(platform, search, { limit: Math.min(limit, ROWS_MAX), offset, series });
}
