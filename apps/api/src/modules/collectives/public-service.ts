import type { Platform } from '../../platform/platform.ts';
import { type CollectiveRow, findBySlug, listActiveSlugs, wasGiven } from './repository.ts';
import { isSlug } from './rules.ts';

/** What visitors may know of a collective. A held or deactivated one is as unknown as one that never existed. */
export type PublicCollective =
  | { readonly kind: 'public'; readonly row: CollectiveRow }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unknown' };

/** `slug` comes from a URL and need not be one. */
export async function publicCollective(
  { db }: Pick<Platform, 'db'>,
  slug: string,
): Promise<PublicCollective> {
  if (!isSlug(slug)) return { kind: 'unknown' };
  const row = await findBySlug(db, slug, null);
  if (row !== null) return row.collective.status === 'active' ? { kind: 'public', row } : { kind: 'unknown' };
  return (await wasGiven(db, slug)) ? { kind: 'deleted' } : { kind: 'unknown' };
}

/** The addresses of public collectives, for a sitemap: at most `limit`, verified ones first. */
export const publicSlugs = (
  { db }: Pick<Platform, 'db'>,
  limit: number,
): Promise<{ slug: string; updatedAt: Date }[]> => listActiveSlugs(db, limit);
