import type { Activity, WholeActivity } from '@minga/contract/activities';
import type { Need } from '@minga/contract/needs';
import type { Poster } from '@minga/contract/poster';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { estimateRows } from '../../platform/database/queries.ts';
import { deleted, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { batch } from '../../platform/speed/batch.ts';
import { requireActiveAccount } from '../accounts/managed/service.ts';
import type { Viewer } from '../teams/policy.ts';
import { canTakePart, canView, rolesIn, rolesInEach } from './access-service.ts';
import { listNeeds } from './details/repository.ts';
import { findWithMemory } from './memory-repository.ts';
import { listOwn, listOwnIds, type OwnFilter } from './own-repository.ts';
import { publicStatuses } from './policy.ts';
import { type PresentOptions, presentActivity, presentWhole } from './presenter.ts';
import {
  type ActivityRow,
  countByOwner,
  type Found,
  findActivity,
  findDeleted,
  findPoster,
  type ListPage,
  type LockedActivity,
  listHelped,
  listPromoted,
  listUpcomingOfOthers,
  lockActivity,
  type PrintedPoster,
  storePoster,
} from './repository.ts';
import { activities } from './schema.ts';
import type { Search } from './search/filter-queries.ts';
import { searchActivities } from './search/repository.ts';

/** The number of activities in one query of an account's data export: each may have 25 kB. */
const BATCH = 50;
export const UNKNOWN_ACTIVITY = 'Actividad no encontrada';

/** Returns an activity, without a check of the viewer's rights. Rejects if it does not exist. */
export type ActivityReader = (id: string) => Promise<ActivityRow>;

/** Creates a function that reads activities like `existingActivity`. Concurrent calls share one query; nothing is cached. */
export function createActivityReader({ db }: Pick<Platform, 'db'>): ActivityReader {
  const findBatched = batch(async (ids: readonly string[]) => {
    const found = new Map((await findWithMemory(db, [...new Set(ids)])).map(row => [row.activity.id, row]));
    return ids.map(id => found.get(id));
  });
  return async id => (await findBatched(id.toLowerCase())) ?? rejectMissing(db, id);
}

type View = (id: string, viewer: Viewer | null) => Promise<ActivityRow>;

/**
 * Creates a function that returns an activity. It rejects with 404 if `viewer` may not see the activity or it does not exist, with
 * the code DELETED if it left a tombstone. Concurrent calls share one query.
 */
export function createActivityViewer({ db, settings }: Pick<Platform, 'db' | 'settings'>): View {
  const read = createActivityReader({ db });
  return async (id, viewer) => {
    const row = await read(id);
    if (!(await canView(db, settings, viewer, row.activity))) throw notFound(UNKNOWN_ACTIVITY);
    return row;
  };
}

/** The activity, if `viewerId` may take part in it. Rejects with 404 otherwise. */
export async function visibleActivity(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  id: string,
  viewerId: string | null,
  read: ActivityReader = one => existingActivity(db, one),
): Promise<ActivityRow> {
  const row = await read(id);
  if (!(await canTakePart(db, settings, viewerId, row.activity))) throw notFound(UNKNOWN_ACTIVITY);
  return row;
}

/** The activity, without a check of the viewer's rights. Rejects if it does not exist. */
export async function existingActivity(db: Executor, id: string): Promise<ActivityRow> {
  return (await findActivity(db, id)) ?? rejectMissing(db, id);
}

async function rejectMissing(db: Executor, id: string): Promise<never> {
  throw (await findDeleted(db, id)) === null
    ? notFound(UNKNOWN_ACTIVITY)
    : deleted('Esta actividad fue eliminada');
}

/** Locks an activity in which `viewerId` may take part until the transaction ends. Rejects with 404 otherwise. */
export async function lockVisibleActivity(
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  viewerId: string | null,
  strength: 'share' | 'update',
): Promise<LockedActivity> {
  const activity = await lockActivity(tx, id, strength);
  if (viewerId !== null) await requireActiveAccount(tx, viewerId);
  if (activity === null || !(await canTakePart(tx, settings, viewerId, activity)))
    throw notFound(UNKNOWN_ACTIVITY);
  return activity;
}

/** The needs of a locked activity, each with the quantity that attendees have claimed. */
export const needsOf = (tx: Transaction, id: string): Promise<readonly Need[]> => listNeeds(tx, id);

/** A page of an account's activities, selected by its part in them (`filter.as`). */
export const ownActivities = (
  { db, clock }: Platform,
  viewerId: string,
  filter: OwnFilter,
  paging: ListPage,
): Promise<Found> => listOwn(db, viewerId, filter, clock(), paging);

/** All of an account's own activities with their memories, as it may see them. */
export async function presentOwnActivities(platform: Platform, ownerId: string): Promise<WholeActivity[]> {
  const now = platform.clock();
  const presented: WholeActivity[] = [];
  const all = await listOwnIds(platform.db, ownerId);
  for (let from = 0; from < all.length; from += BATCH) {
    const ids = all.slice(from, from + BATCH);
    const byId = new Map((await findWithMemory(platform.db, ids)).map(row => [row.activity.id, row]));
    const rows = ids.flatMap(id => byId.get(id) ?? []);
    const rolesOf = await rolesInEach(
      platform.db,
      ownerId,
      rows.map(({ activity }) => activity),
    );
    for (const row of rows) presented.push(presentWhole(row, ownerId, now, { roles: rolesOf(row.activity) }));
  }
  return presented;
}

/** One activity as the viewer may see it. */
export async function presentOneActivity(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  row: ActivityRow,
  viewerId: string | null,
  options: Omit<PresentOptions, 'roles'> = {},
): Promise<WholeActivity> {
  const roles = await rolesIn(db, viewerId, row.activity);
  return presentWhole(row, viewerId, clock(), { ...options, roles });
}

/** Activities as the viewer may see them. Runs one query, for the roles, if there is a viewer. */
export async function presentActivities(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  rows: Found['rows'],
  viewerId: string | null,
  options: Pick<PresentOptions, 'remaining' | 'isModerator'> = {},
): Promise<Activity[]> {
  const now = clock();
  const rolesOf = await rolesInEach(
    db,
    viewerId,
    rows.map(({ activity }) => activity),
  );
  return rows.map(row => presentActivity(row, viewerId, now, { ...options, roles: rolesOf(row.activity) }));
}

/** The activities that an account helps to organise by a role. */
export const helpedActivities = ({ db }: Pick<Platform, 'db'>, userId: string) => listHelped(db, userId);

/** The number of activities, which is an estimate on large tables. */
export const estimateActivities = ({ db }: Pick<Platform, 'db'>): Promise<number> =>
  estimateRows(db, activities);

export const countOwnActivities = ({ db, clock }: Platform, ownerId: string) =>
  countByOwner(db, ownerId, clock());

export const promotedActivities = (
  { db, clock, settings }: Platform,
  viewerId: string | null,
  own: boolean | undefined,
  paging: ListPage,
): Promise<Found> => listPromoted(db, viewerId, own, publicStatuses(settings.moderation), clock(), paging);

export const othersActivities = (
  { db, clock, settings }: Platform,
  viewerId: string | null,
  paging: ListPage,
): Promise<Found> => listUpcomingOfOthers(db, viewerId, publicStatuses(settings.moderation), clock(), paging);

export const findActivities = (
  { db, clock, settings }: Platform,
  viewerId: string | null,
  search: Search,
  paging: ListPage,
): Promise<Found> =>
  searchActivities(db, viewerId, publicStatuses(settings.moderation), search, clock(), paging);

/** Records that an organiser took a poster of the activity, which prints these values (docs/rules.md R20.4). */
export const recordPoster = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
  printed: PrintedPoster,
): Promise<void> => storePoster(db, id, printed, clock());

/** The last poster that an organiser took, and whether the activity differs from what it printed; null if none was taken. */
export async function posterOf(
  { db }: Pick<Platform, 'db'>,
  { id, title, date, endDate, place }: ActivityRow['activity'],
): Promise<Poster | null> {
  const printed = await findPoster(db, id);
  if (printed === null) return null;
  const isStale =
    printed.title !== title ||
    printed.place !== place ||
    printed.date.getTime() !== date.getTime() ||
    printed.endDate?.getTime() !== endDate?.getTime();
  return { takenAt: printed.takenAt.toISOString(), isStale };
}
