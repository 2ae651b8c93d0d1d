import { searchActivities } from '@minga/contract/activities';
import { wholeNumber } from '@minga/contract/endpoint';
import * as z from 'zod/mini';
import type { Platform } from '../../platform/platform.ts';
import { publicActivities, publicVersion } from '../activities/public/service.ts';
import { type SearchQuery, searchOf } from '../activities/search/service.ts';
import { publicCollective } from '../collectives/service.ts';
import type { Search } from './feed-paths.ts';

export const PAGE_MAX = 100;
const CALENDAR_MAX = 5_000;
/** Calendars show what has ended for so long. */
const ENDED_MS = 60 * 24 * 60 * 60 * 1000;

/** The query of a feed: that of a search, in which a calendar has room for more. */
export const feedQuery = z.extend(searchActivities.query, {
  limit: z.optional(wholeNumber('El límite', 1, CALENDAR_MAX)),
});
export type FeedQuery = z.output<typeof feedQuery>;

/** Finds the newest publications of a search, each series once; those to come unless the query names the past. At most 100. */
export function findPublications(
  platform: Platform,
  { limit = PAGE_MAX, offset, series, ...query }: FeedQuery,
) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  const page = { limit: Math.min(limit, PAGE_MAX), offset, series: series ?? ('next' as const) };
  return publicVersion(platform, { ...search, order: 'published' }, page);
}

/** Lists the activities of a search's calendar: upcoming ones first, then those that ended within 60 days; only one kind if the query names it. */
export function findForCalendar(
  platform: Platform,
  { limit = CALENDAR_MAX, offset, series, ...query }: FeedQuery,
) {
  const search = searchOf(query, platform.settings.timeZone);
  const endsSince = new Date(platform.clock().getTime() - ENDED_MS);
  return publicVersion(platform, { ...search, endsSince }, { limit, offset, series });
}

/** The public activities of a search; upcoming ones unless the query names the past. At most 100. */
export function findUpcoming(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  return publicActivities(platform, search, { limit: Math.min(limit, PAGE_MAX), offset, series });
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
