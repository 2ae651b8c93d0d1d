import { escapeMarkup } from '../../platform/escape-markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { countPublicAddresses, publicAddresses } from '../activities/public/service.ts';
import { activityPath } from '../activities/rules.ts';
import { collectivePath } from '../collectives/rules.ts';
import { publicSlugs } from '../collectives/service.ts';

/** Activities per file; the format allows 50,000 URLs. */
const PAGE_SIZE = 10_000;
/** In the first file. */
const COLLECTIVES_MAX = 10_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export const sitemapPath = (page: number | string): string => `/sitemap-${page}.xml`;

/**
 * The sitemap, or the index of its files if one cannot hold all URLs. `documents` are the paths of the public pages that are
 * not activities.
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

/** File `page` of the sitemap, from 1; null if there is none. The first starts with `documents`. */
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

/** Older activities are not listed; their pages remain. */
const since = ({ clock }: Platform): Date => new Date(clock().getTime() - YEAR_MS);

const document = (name: string, entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${name} xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</${name}>\n`;
