import { type Activity, PAST_DATE_MESSAGE, type WholeActivity } from '@minga/contract/activities';
import { type NewActivity, PUBLICATIONS_AN_HOUR } from '@minga/contract/activity-fields';
import { endDateProblem } from '@minga/contract/activity-values';
import type { Need } from '@minga/contract/needs';
import { batch } from '../../platform/database/batch.ts';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { estimateRows } from '../../platform/database/row-estimate.ts';
import { deleted, invalid, notFound } from '../../platform/errors.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireActiveAccount } from '../accounts/managed-service.ts';
import type { Viewer } from '../teams/policy.ts';
import { mayTakePart, mayView, requirePublisher, rolesIn, rolesInEach } from './access-service.ts';
import { findDeleted } from './deletion-repository.ts';
import type { Search } from './filter-repository.ts';
import { editGoals } from './goals.ts';
import { holdOfNew } from './hold-service.ts';
import type { ListPage } from './list-repository.ts';
import { findWithMemory } from './memory-repository.ts';
import { editNeeds, needTimesProblem, type StoredNeed } from './needs.ts';
import { listNeeds, replaceNeeds } from './needs-repository.ts';
import { listOwn, listOwnIds, type OwnFilter } from './own-repository.ts';
import { isPublic, publicStatuses, type StoredStatus } from './policy.ts';
import { type PresentOptions, presentActivity, presentWhole } from './presenter.ts';
import { editQuestions } from './questions.ts';
import {
  type ActivityRow,
  countByOwner,
  type Found,
  findActivity,
  insertActivity,
  type LockedActivity,
  listHelped,
  listPromoted,
  listUpcomingOfOthers,
  lockActivity,
} from './repository.ts';
import { columnsOf, holdColumns, isPastDay } from './rules.ts';
import { activities } from './schema.ts';
import { searchActivities } from './search-repository.ts';
import { insertOccurrences, planSeries, seriesTurns } from './series-service.ts';

/** Readers hear of each publication. A series is one. */
const publicationsByAccount: Limit = {
  name: 'publication-account',
  times: PUBLICATIONS_AN_HOUR,
  seconds: 60 * 60,
  reason: 'Ya publicaste muchas actividades en esta hora.',
};
/** A copy of all of an account's activities is read so many at a time: whole, each may have 25 kB. */
const BATCH = 50;
export const UNKNOWN_ACTIVITY = 'Actividad no encontrada';

/**
 * Publishes an activity, or all occurrences of a series, of which it returns the first. The picture is stored first and becomes used
 * with the rows, in one transaction.
 */
export async function publishActivity(
  { db, clock, events, images, limits, settings }: Platform,
  ownerId: string,
  { repeat = null, ...fields }: NewActivity,
  picture: Buffer | null,
): Promise<ActivityRow> {
  const now = clock();
  const columns = columnsOf(fields, settings.timeZone);
  if (isPastDay(columns.date, now, settings.timeZone)) throw invalid([PAST_DATE_MESSAGE]);
  rejectWrongEnd(columns.date, columns.endDate ?? null);
  // A copy of another activity's questions, goals and needs brings their ids.
  const written = (fields.questions ?? []).map(question => ({ ...question, _id: undefined }));
  const { questions } = editQuestions([], written);
  const { goals } = editGoals(
    [],
    (fields.goals ?? []).map(goal => ({ ...goal, _id: undefined })),
  );
  const { needs } = editNeeds(
    [],
    (fields.needs ?? []).map(need => ({ ...need, _id: undefined })),
  );
  rejectWrongTimes(needs, columns.date, columns.endDate ?? null);
  await limits.count(publicationsByAccount, ownerId);
  const series = repeat && planSeries(columns.date, repeat, settings.timeZone);
  const imageId = picture === null ? null : (await images.save(picture, ownerId)).id;
  const publish = async (tx: Transaction) => {
    await requireActiveAccount(tx, ownerId, { isLocked: true });
    if (imageId !== null) await images.claim(tx, imageId);
    if (columns.collectiveId) await requirePublisher(tx, ownerId, columns.collectiveId);
    const hold = await holdOfNew(tx, ownerId, { ...columns, questions, goals, needs });
    const status: StoredStatus = hold === null ? 'pending' : 'held';
    const publishedAt = isPublic(status, settings.moderation) ? now : null;
    const times = { createdAt: now, updatedAt: now, publishedAt };
    const values = { ...columns, questions, goals, ownerId, imageId, status, ...holdColumns(hold), ...times };
    const activityId =
      series === null ? await insertActivity(tx, values) : await insertOccurrences(tx, series, values, needs);
    if (series === null)
      await replaceNeeds(
        tx,
        needs.map(need => ({ ...need, activityId })),
        [],
      );
    // Followers are told of a series as of one activity, its first.
    if (publishedAt !== null)
      await events.publish(tx, 'activityPublished', [
        { activityId, collectiveId: columns.collectiveId ?? null, canBeUndone: false },
      ]);
    return activityId;
  };
  const id = await (series === null
    ? db.transaction(publish)
    : seriesTurns.run(() => db.transaction(publish), ownerId));
  return visibleActivity({ db, settings }, id, ownerId);
}

/** Rejects with 400 if an activity cannot end then. */
export function rejectWrongEnd(date: Date, endDate: Date | null): void {
  const problem = endDate === null ? null : endDateProblem(date, endDate);
  if (problem !== null) throw invalid([problem]);
}

/** Rejects with 400 if a task is not near the activity's time. */
export function rejectWrongTimes(
  needs: readonly Pick<StoredNeed, 'name' | 'startsAt' | 'endsAt'>[],
  date: Date,
  endDate: Date | null,
): void {
  const problem = needTimesProblem(needs, date, endDate);
  if (problem !== null) throw invalid([problem]);
}

type View = (id: string, viewer: Viewer | null) => Promise<ActivityRow>;

/**
 * Creates a function that returns an activity, or throws 404 if `viewer` may not see it or it does not exist. Concurrent calls
 * share one query; nothing is cached.
 */
export function createActivityViewer({ db, settings }: Pick<Platform, 'db' | 'settings'>): View {
  const findBatched = batch(async (ids: readonly string[]) => {
    const found = new Map((await findWithMemory(db, [...new Set(ids)])).map(row => [row.activity.id, row]));
    return ids.map(id => found.get(id));
  });
  return async (id, viewer) => {
    const row = (await findBatched(id.toLowerCase())) ?? (await rejectMissing(db, id));
    if (!(await mayView(db, settings, viewer, row.activity))) throw notFound(UNKNOWN_ACTIVITY);
    return row;
  };
}

/** The activity, if `viewerId` may take part in it: 404 otherwise, whether or not it exists. */
export async function visibleActivity(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  id: string,
  viewerId: string | null,
): Promise<ActivityRow> {
  const row = await existingActivity(db, id);
  if (!(await mayTakePart(db, settings, viewerId, row.activity))) throw notFound(UNKNOWN_ACTIVITY);
  return row;
}

/** The activity, without a check of who may see it. Rejects with 404 if there is none. */
export async function existingActivity(db: Executor, id: string): Promise<ActivityRow> {
  return (await findActivity(db, id)) ?? rejectMissing(db, id);
}

async function rejectMissing(db: Executor, id: string): Promise<never> {
  throw (await findDeleted(db, id)) === null
    ? notFound(UNKNOWN_ACTIVITY)
    : deleted('Esta actividad fue eliminada');
}

/** Locks an activity that `viewerId` may take part in against changes until the transaction ends; 404 otherwise. */
export async function lockVisibleActivity(
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  id: string,
  viewerId: string | null,
  strength: 'share' | 'update',
): Promise<LockedActivity> {
  const activity = await lockActivity(tx, id, strength);
  if (viewerId !== null) await requireActiveAccount(tx, viewerId);
  if (activity === null || !(await mayTakePart(tx, settings, viewerId, activity)))
    throw notFound(UNKNOWN_ACTIVITY);
  return activity;
}

/** The needs of a locked activity, each with the quantity that attendees have claimed. */
export const needsOf = (tx: Transaction, id: string): Promise<readonly Need[]> => listNeeds(tx, id);

/** An account's own activities, or with `isManaging` all those that it manages. */
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

/** Activities as the viewer may see them, with a session for one query more. */
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

/** Estimated on large tables. */
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
