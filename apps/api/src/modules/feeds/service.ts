import { searchActivities } from '@minga/contract/activities';
import { wholeNumber } from '@minga/contract/endpoint';
import * as z from 'zod/mini';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countPublicAddresses,
  publicActivities,
  publicAddresses,
  publicVersion,
} from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { type SearchQuery, searchOf } from '../activities/search/service.ts';
import { collectivePath } from '../collectives/rules.ts';
import { publicCollective, publicSlugs } from '../collectives/service.ts';
import type { Search } from './feed-paths.ts';

export const PAGE_MAX = 100;
export const CALENDAR_MAX = 5_000;
/** Calendars contain activities that ended within this time. */
export const ENDED_MS = 60 * 24 * 60 * 60 * 1000;

/** The query of a feed: that of a search with a higher limit, which calendars use. */
export const feedQuery = z.extend(searchActivities.query, {
  limit: z.optional(wholeNumber('El límite', 1, CALENDAR_MAX)),
});
export type FeedQuery = z.output<typeof feedQuery>;

/** Finds the newest publications of a search, each series once: upcoming ones unless the query asks for past ones. At most 100. */
export function findPublications(
  platform: Platform,
  { limit = PAGE_MAX, offset, series, ...query }: FeedQuery,
) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  const page = { limit: Math.min(limit, PAGE_MAX), offset, series: series ?? ('next' as const) };
  return publicVersion(platform, { ...search, order: 'published' }, page);
}

/**
 * Finds the activities for a search's calendar: upcoming ones first, then those that ended within 60 days. The query may select only
 * one of the two.
 */
export function findForCalendar(
  platform: Platform,
  { limit = CALENDAR_MAX, offset, series, ...query }: FeedQuery,
) {
  const search = searchOf(query, platform.settings.timeZone);
  const endsSince = new Date(platform.clock().getTime() - ENDED_MS);
  return publicVersion(platform, { ...search, endsSince }, { limit, offset, series });
}

/** Finds the public activities of a search: upcoming ones unless the query asks for past ones. At most 100. */
export function findUpcoming(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf({ ...query, date: query.date ?? 'proximas' }, platform.settings.timeZone);
  return publicActivities(platform, search, { limit: Math.min(limit, PAGE_MAX), offset, series });
}

/** Finds the public activities of a search, including past ones. */
export function findPublic(platform: Platform, { limit, offset, series, ...query }: SearchQuery) {
  const search = searchOf(query, platform.settings.timeZone);
  return publicActivities(platform, search, { limit, offset, series });
}

/** The name of the collective in a search, or undefined if there is none or it is not public. */
export async function collectiveNameOf(
  platform: Platform,
  { colectivo }: Search,
): Promise<string | undefined> {
  if (colectivo === undefined || colectivo === '') return undefined;
  const found = await publicCollective(platform, colectivo);
  return found.kind === 'public' ? found.row.collective.name : undefined;
}

/** Number of activities in one file. The format allows 50,000 URLs. */
const PAGE_SIZE = 10_000;
/** Maximum number of collectives, which are all in the first file. */
const COLLECTIVES_MAX = 10_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export const sitemapPath = (page: number | string): string => `/sitemap-${page}.xml`;

/**
 * The sitemap, or an index of its files if the activities do not fit into one. `documents` are the paths of the other public pages.
 */
export async function sitemap(platform: Platform, documents: readonly string[]): Promise<string> {
  const pages = Math.max(1, Math.ceil((await countPublicAddresses(platform, since(platform))) / PAGE_SIZE));
  if (pages === 1) return (await sitemapPage(platform, documents, 1)) ?? '';
  const entries = Array.from(
    { length: pages },
    (_, index) =>
      `<sitemap><loc>${escapeMarkup(platform.publicUrl)}${sitemapPath(index + 1)}</loc></sitemap>`,
  );
  return document('sitemapindex', entries);
}

/** File `page` of the sitemap, from 1, or null if there is none. The first file starts with `documents` and the collectives. */
export async function sitemapPage(
  platform: Platform,
  documents: readonly string[],
  page: number,
): Promise<string | null> {
  const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const rows = await publicAddresses(platform, since(platform), paging);
  const collectives = page === 1 ? await publicSlugs(platform, COLLECTIVES_MAX) : [];
  if (rows.length === 0 && page > 1) return null;
  const url = (path: string, changed = '') =>
    `<url><loc>${escapeMarkup(platform.publicUrl + path)}</loc>${changed}</url>`;
  return document('urlset', [
    ...(page === 1 ? documents.map(path => url(path)) : []),
    ...collectives.map(({ slug, updatedAt }) => url(collectivePath(slug), lastModified(updatedAt))),
    ...rows.map(({ id, updatedAt }) => url(activityPath(id), lastModified(updatedAt))),
  ]);
}

const lastModified = (at: Date): string => `<lastmod>${at.toISOString()}</lastmod>`;

/** The sitemap omits activities before this time. Their pages still exist. */
const since = ({ clock }: Platform): Date => new Date(clock().getTime() - YEAR_MS);

const document = (name: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${name} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${name}>\n`;
