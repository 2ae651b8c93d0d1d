import type { Collective } from '@minga/contract/collectives';
import { presentPicture } from '../../platform/images/picture.ts';
import type { CollectiveRow } from './repository.ts';

/** Counts the upcoming public activities by collective. Collectives without any are absent. */
export type CountUpcoming = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

interface PresentOptions {
  /** Whether the viewer reviews collectives, and therefore sees why one is held. */
  readonly isReviewer?: boolean;
}

/** The caller provides `countUpcoming`, since the activities module depends on this one. */
export async function presentCollectives(
  rows: readonly CollectiveRow[],
  countUpcoming: CountUpcoming,
  options?: PresentOptions,
): Promise<Collective[]> {
  const upcoming = await countUpcoming(rows.map(({ collective }) => collective.id));
  return rows.map(row => present(row, upcoming.get(row.collective.id) ?? 0, options));
}

export async function presentCollective(
  row: CollectiveRow,
  countUpcoming: CountUpcoming,
  options?: PresentOptions,
): Promise<Collective> {
  const { id } = row.collective;
  return present(row, (await countUpcoming([id])).get(id) ?? 0, options);
}

const present = (
  { collective, image, role, followMail, followers }: CollectiveRow,
  upcoming: number,
  { isReviewer = false }: PresentOptions = {},
): Collective => ({
  _id: collective.id,
  slug: collective.slug,
  name: collective.name,
  description: collective.description,
  place: collective.place,
  website: collective.website,
  whatsapp: collective.whatsapp,
  ...presentPicture(image),
  isVerified: collective.isVerified,
  status: collective.status,
  myRole: role,
  isFollowing: followMail !== null,
  followMail,
  followers,
  upcoming,
  ...(isReviewer &&
    collective.holdKind && { hold: { kind: collective.holdKind, term: collective.holdTerm ?? '' } }),
  createdAt: collective.createdAt.toISOString(),
});
