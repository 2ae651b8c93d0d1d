import type { Activity, WholeActivity } from '@minga/contract/activities';
import { idParam } from '@minga/contract/endpoint';
import { PLACE_PROPOSALS_MAX, type PlaceProposal } from '@minga/contract/place-proposals';
import type { Paging } from '../../../platform/database/queries.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Viewer } from '../../teams/policy.ts';
import { canView } from '../access-service.ts';
import { activitiesOfImage } from '../memory-repository.ts';
import { isPublic, publicStatuses } from '../policy.ts';
import { presentActivity, presentWhole } from '../presenter.ts';
import {
  type ActivityRow,
  countPublic,
  countUpcomingOf,
  type Found,
  findActivity,
  findDeleted,
  type ListPage,
  versionOf,
} from '../repository.ts';
import { shortIdOf } from '../rules.ts';
import type { Search } from '../search/filter-queries.ts';
import { findInOrder, searchHits } from '../search/repository.ts';
import { remainingOf } from '../series/service.ts';
import { findActivities } from '../service.ts';
import { countAddresses, findByShortId, listAddresses, listPlaces } from './repository.ts';

/** An activity as visitors see it. */
export interface PublicActivity<Shown extends Activity = Activity> {
  readonly activity: Shown;
  /** A number that increases with each edit. */
  readonly revision: number;
}

/** An activity as visitors see it, with the data that only its own page shows. */
export interface PublishedActivity extends PublicActivity<WholeActivity> {
  /** The date before the activity was moved, or null if it was not moved or is past. */
  readonly previousDate: Date | null;
}

/** The state of an activity for visitors, to whom a hidden activity is as unknown as one that never existed. */
export type PublicState =
  | { readonly kind: 'public'; readonly shown: PublishedActivity }
  | { readonly kind: 'deleted'; readonly tombstone: NonNullable<Awaited<ReturnType<typeof findDeleted>>> }
  | { readonly kind: 'unknown' };

/** The state of an activity for visitors. `id` comes from a URL and may be invalid. */
export async function publicStateOf(platform: Platform, id: string): Promise<PublicState> {
  const { db, clock, settings } = platform;
  if (!idParam.safeParse({ id }).success) return { kind: 'unknown' };
  const row = await findActivity(db, id);
  if (row !== null) {
    return isPublic(row.activity.status, settings.moderation)
      ? {
          kind: 'public',
          shown: {
            activity: presentWhole(row, null, clock(), {
              remaining: await remainingOf(platform, [row], null),
            }),
            revision: row.activity.revision,
            previousDate: row.activity.endsAt < clock() ? null : previousDateOf(row.activity),
          },
        }
      : { kind: 'unknown' };
  }
  const tombstone = await findDeleted(db, id);
  return tombstone === null ? { kind: 'unknown' } : { kind: 'deleted', tombstone };
}

const SHORT_ID = /^[\dA-Z]{7}$/;

/**
 * The activity of a short address, as it was typed from paper (docs/rules.md R20.1). `findViewer` is called only for an activity that is
 * not public. A hidden activity is unknown to visitors, and so is one that was deleted before it was public.
 */
export async function shortAddressOf(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  typed: string,
  findViewer: () => Promise<Viewer | null>,
): Promise<{ readonly kind: 'visible' | 'deleted'; readonly id: string } | { readonly kind: 'unknown' }> {
  const shortId = shortIdOf(typed);
  const found = SHORT_ID.test(shortId) ? await findByShortId(db, shortId) : null;
  if (found === null) return { kind: 'unknown' };
  const { id, activity } = found;
  if (activity === null)
    return (await findDeleted(db, id)) === null ? { kind: 'unknown' } : { kind: 'deleted', id };
  const isVisible =
    isPublic(activity.status, settings.moderation) ||
    (await canView(db, settings, await findViewer(), activity));
  return isVisible ? { kind: 'visible', id } : { kind: 'unknown' };
}

type Moved = Pick<ActivityRow['activity'], 'date' | 'movedFrom' | 'movedFromEarlier'>;

const previousDateOf = ({ date, movedFrom, movedFromEarlier }: Moved): Date | null =>
  [movedFrom, movedFromEarlier].find(before => before !== null && before.getTime() !== date.getTime()) ??
  null;

/** One page of the matching public activities, and their total. */
export async function publicActivities(
  platform: Platform,
  search: Search,
  paging: ListPage,
): Promise<{ rows: PublicActivity[]; total: number }> {
  const { rows, total } = await findActivities(platform, null, search, paging);
  const remaining = paging.series === 'next' ? await remainingOf(platform, rows, null) : undefined;
  return { rows: rows.map(row => presentPublic(row, platform.clock(), remaining)), total };
}

/** The ids that a search finds, their total, and a version that changes with the data in their feed. */
export async function publicVersion(
  { db, clock, settings }: Platform,
  search: Search,
  paging: ListPage,
): Promise<{ ids: string[]; total: number; version: string }> {
  const statuses = publicStatuses(settings.moderation);
  const { hits, total } = await searchHits(db, null, statuses, search, clock(), paging);
  const ids = hits.map(({ id }) => id);
  return { ids, total, version: `${ids.join(' ')} ${await versionOf(db, ids)}` };
}

/** The number of activities that are read and mapped at once, so that other requests can run in between. */
const ROWS_AT_ONCE = 250;

/** Maps the activities of these ids in the same order, without deleted ones. */
export async function mapPublic<Mapped>(
  { db, clock }: Platform,
  ids: readonly string[],
  map: (shown: PublicActivity) => Mapped,
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = await findInOrder(db, ids.slice(from, from + ROWS_AT_ONCE));
    mapped.push(...rows.map(row => map(presentPublic(row, clock(), undefined))));
  }
  return mapped;
}

const presentPublic = (
  row: Found['rows'][number],
  now: Date,
  remaining: ReadonlyMap<string, number> | undefined,
): PublicActivity => ({
  activity: presentActivity(row, null, now, remaining && { remaining }),
  revision: row.activity.revision,
});

/**
 * The number of public upcoming activities per collective, for the routes of the collectives module, which does not depend on
 * activities.
 */
export const countUpcomingOfCollectives = (
  { db, clock, settings }: Platform,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  countUpcomingOf(db, ids, publicStatuses(settings.moderation), clock());

export const countPublicActivities = ({ db, settings }: Platform): Promise<number> =>
  countPublic(db, publicStatuses(settings.moderation));

/** The public activities dated `since` or later, in a stable order, for a sitemap. */
export const publicAddresses = (
  { db, settings }: Platform,
  since: Date,
  paging: Paging,
): Promise<{ id: string; updatedAt: Date }[]> =>
  listAddresses(db, publicStatuses(settings.moderation), since, paging);

export const countPublicAddresses = ({ db, settings }: Platform, since: Date): Promise<number> =>
  countAddresses(db, publicStatuses(settings.moderation), since);

/**
 * The audience of an activity's picture: everyone if the activity is public, otherwise the viewers of the activity. `findViewer` is
 * called only for a hidden one.
 */
export async function pictureAudience(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  imageId: string,
  findViewer: () => Promise<Viewer | null>,
): Promise<'public' | 'viewer' | 'none'> {
  // There are several if the occurrences of a series share the picture.
  const found = await activitiesOfImage(db).execute({ imageId });
  if (found.length === 0) return 'none';
  if (found.some(({ status }) => isPublic(status, settings.moderation))) return 'public';
  const viewer = await findViewer();
  for (const activity of found) if (await canView(db, settings, viewer, activity)) return 'viewer';
  return 'none';
}

/** The places that the form proposes when an organiser types `q`. */
export const placeProposals = (
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  viewerId: string,
  q: string,
): Promise<PlaceProposal[]> =>
  listPlaces(db, viewerId, publicStatuses(settings.moderation), q, PLACE_PROPOSALS_MAX);
