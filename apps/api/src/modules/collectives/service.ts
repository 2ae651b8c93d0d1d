import type { FollowMail } from '@minga/contract/collectives';
import type { Paging } from '../../platform/database/queries.ts';
import { deleted, forbidden, NOT_ALLOWED, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Ability, abilityToRemove, can, type Role, type Viewer } from '../teams/policy.ts';
import {
  type CollectiveRow,
  deleteFollower,
  findById,
  findByImage,
  findBySlug,
  isSlugUsed,
  listActiveSlugs,
  listCollectives,
  listOfAccount,
  rolesAmong,
  upsertFollower,
  verifiedFirstOrder,
} from './repository.ts';
import { isSlug } from './rules.ts';

export { rolesAmong };

export const UNKNOWN_COLLECTIVE = 'Colectivo no encontrado';

/** The viewer's roles in a collective. */
export const rolesOf = ({ role }: CollectiveRow): readonly Role[] => (role === null ? [] : [role]);

/**
 * Finds a collective by its slug. Throws 404 if there is none or it was deleted, if it is deactivated, or if it is held and the viewer
 * is neither a member nor a moderator.
 */
export async function visibleCollective(
  { db }: Pick<Platform, 'db'>,
  slug: string,
  viewer: Viewer | null,
): Promise<CollectiveRow> {
  const row = isSlug(slug) ? await findBySlug(db, slug, viewer?.id ?? null) : null;
  if (row === null) {
    throw isSlug(slug) && (await isSlugUsed(db, slug))
      ? deleted('Este colectivo fue eliminado')
      : notFound(UNKNOWN_COLLECTIVE);
  }
  if (!isVisible(row, viewer)) throw notFound(UNKNOWN_COLLECTIVE);
  return row;
}

export const isVisible = ({ collective: { status }, role }: CollectiveRow, viewer: Viewer | null): boolean =>
  status === 'active' || (status === 'held' && (role !== null || viewer?.isModerator === true));

/** Finds a collective like `visibleCollective`. Throws 403 if the viewer's role lacks the ability. */
export async function collectiveFor(
  platform: Pick<Platform, 'db'>,
  slug: string,
  viewer: Viewer,
  ability: Ability,
): Promise<CollectiveRow> {
  const row = await visibleCollective(platform, slug, viewer);
  if (!can(rolesOf(row), ability)) throw forbidden(NOT_ALLOWED);
  return row;
}

/** Finds a collective like `collectiveFor`, for the removal of a member. Members may always remove themselves. */
export const collectiveToRemoveFrom = (
  platform: Pick<Platform, 'db'>,
  slug: string,
  viewer: Viewer,
  memberId: string,
): Promise<CollectiveRow> => collectiveFor(platform, slug, viewer, abilityToRemove(memberId, viewer.id));

/** The name and slug of a team's collective. Throws 404 if there is none. */
export async function collectiveOfTeam(
  { db }: Pick<Platform, 'db'>,
  id: string,
): Promise<{ name: string; slug: string }> {
  const row = await findById(db, id);
  if (row === null) throw notFound(UNKNOWN_COLLECTIVE);
  return row.collective;
}

/** A page of the active collectives, or with `isOwn` of all collectives of which the viewer is a member, in any status. */
export function collectivesPage(
  { db }: Pick<Platform, 'db'>,
  { search, isOwn }: { search: string; isOwn: boolean },
  viewerId: string | null,
  paging: Paging,
): Promise<{ rows: CollectiveRow[]; total: number }> {
  if (isOwn && viewerId === null) return Promise.resolve({ rows: [], total: 0 });
  const filter =
    isOwn && viewerId !== null ? { search, memberId: viewerId } : { search, status: 'active' as const };
  return listCollectives(db, filter, viewerId, verifiedFirstOrder, paging);
}

/** Follows a collective, by default with a daily digest. Without `mail`, an earlier choice of a follower does not change. */
export async function follow(
  platform: Pick<Platform, 'db' | 'clock'>,
  slug: string,
  viewer: Viewer,
  mail: FollowMail | undefined,
): Promise<void> {
  const { collective } = await visibleCollective(platform, slug, viewer);
  const row = {
    collectiveId: collective.id,
    userId: viewer.id,
    mail: mail ?? 'diario',
    createdAt: platform.clock(),
  };
  await upsertFollower(platform.db, row, mail);
}

export async function unfollow(platform: Pick<Platform, 'db'>, slug: string, viewer: Viewer): Promise<void> {
  const { collective } = await visibleCollective(platform, slug, viewer);
  await deleteFollower(platform.db, collective.id, viewer.id);
}

/** The audience of a collective's picture: everyone if the collective is active, its members and moderators if it is held. */
export async function pictureAudience(
  { db }: Pick<Platform, 'db'>,
  imageId: string,
  findViewer: () => Promise<Viewer | null>,
): Promise<'public' | 'viewer' | 'none'> {
  const found = await findByImage(db, imageId);
  if (found?.status === 'active') return 'public';
  if (found?.status !== 'held') return 'none';
  const viewer = await findViewer();
  if (viewer === null) return 'none';
  const isMember = (await rolesAmong(db, [viewer.id], [found.id])).length > 0;
  return isMember || viewer.isModerator === true ? 'viewer' : 'none';
}

/** The collectives that an account follows or is a member of. */
export const collectivesOf = ({ db }: Pick<Platform, 'db'>, userId: string) => listOfAccount(db, userId);

/** A collective as visitors see it. A held or deactivated one looks like one that never existed. */
export type PublicCollective =
  | { readonly kind: 'public'; readonly row: CollectiveRow }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unknown' };

/** Finds a collective as visitors see it. `slug` comes from a URL and may not be a valid slug. */
export async function publicCollective(
  { db }: Pick<Platform, 'db'>,
  slug: string,
): Promise<PublicCollective> {
  if (!isSlug(slug)) return { kind: 'unknown' };
  const row = await findBySlug(db, slug, null);
  if (row !== null) return row.collective.status === 'active' ? { kind: 'public', row } : { kind: 'unknown' };
  return (await isSlugUsed(db, slug)) ? { kind: 'deleted' } : { kind: 'unknown' };
}

/** The slugs of at most `limit` public collectives for a sitemap, verified ones first. */
export const publicSlugs = (
  { db }: Pick<Platform, 'db'>,
  limit: number,
): Promise<{ slug: string; updatedAt: Date }[]> => listActiveSlugs(db, limit);
