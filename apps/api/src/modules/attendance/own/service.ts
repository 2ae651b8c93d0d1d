import type { Transaction } from '../../../platform/database/connection.ts';
import { estimateRows, type Paging } from '../../../platform/database/queries.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import type {
  AccountCreating,
  AccountDeleted,
  AccountDeleting,
  EmailChanging,
} from '../../accounts/events.ts';
import { rolesInEach } from '../../activities/access-service.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import { UNPUBLISHED_TITLE } from '../../activities/rules.ts';
import { visibleActivity } from '../../activities/service.ts';
import { deleteDetached, isDetachedOf, listDetachedOf, withdrawDetached } from '../detached-repository.ts';
import { offerPlaces } from '../places/service.ts';
import { type AttendanceSelector, type Caller, rightsOf } from '../policy.ts';
import { isAttendanceOf } from '../queries.ts';
import {
  type AttendanceView,
  countAll,
  countPeople,
  findByRight,
  isVisibleTo,
  lockAddresses,
  lockAttended,
  setChangeNotified,
} from '../repository.ts';
import { attendances } from '../schema.ts';
import {
  type AttendedRow,
  anonymise,
  countOfAccount,
  giveUpPlaces,
  listByRights,
  listOfAccount,
  listWithActivity,
  moveAttendancesToEmail,
  voidUnproved,
} from './repository.ts';

/** Withdraws the hours of a deleted activity that an administrator decided to delete. */
export const withdrawHoursOf = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
): Promise<void> => withdrawDetached(tx, { activityId }, clock(), 'rejected');

/** Subscriber of `emailChanging`: gives the account's attendances its new address. */
export async function moveAttendances(
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  changes: readonly EmailChanging[],
): Promise<void> {
  for (const { userId, email } of changes)
    await events.publish(tx, 'attendancesMerged', await moveAttendancesToEmail(tx, userId, email));
}

/**
 * Subscriber of `accountCreating`: voids the links and proofs that were not mailed to the address, so that they no longer open its
 * attendances.
 */
export async function voidUnprovedAttendances(
  tx: Transaction,
  accounts: readonly AccountCreating[],
): Promise<void> {
  for (const { email } of accounts) await voidUnproved(tx, email);
}

/**
 * Subscriber of `accountDeleting`: offers the account's places in activities that have not started to waiting parties
 * (docs/rules.md R10.7).
 */
export async function giveUpPlacesOfAccounts(
  platform: Platform,
  tx: Transaction,
  accounts: readonly AccountDeleting[],
): Promise<void> {
  for (const account of accounts) {
    for (const activityId of await giveUpPlaces(tx, account, platform.clock())) {
      const activity = await lockAttended(tx, activityId);
      if (activity !== null) await offerPlaces(platform, tx, activity);
    }
  }
}

/**
 * Subscriber of `accountDeleted`: removes name and contact from the remaining attendances (docs/rules.md R6.5). The deletion of the
 * account waits for its confirmations in progress, so that their attendances are found too.
 */
export async function anonymiseAttendances(
  tx: Transaction,
  accounts: readonly AccountDeleted[],
): Promise<void> {
  for (const account of accounts) {
    await anonymise(tx, isAttendanceOf(account));
    await deleteDetached(tx, isDetachedOf(account));
  }
}

export const countOwnAttendances = ({ db }: Platform, { id, email }: Session['user']): Promise<number> =>
  countOfAccount(db, id, email);

type WithActivity = Awaited<ReturnType<typeof listOfAccount>>[number];

/** Removes the organiser's texts of activities that are not public and not the person's own (docs/rules.md R19.3). */
export const withoutHiddenTexts = (
  { settings }: Pick<Platform, 'settings'>,
  row: WithActivity,
  userId: string | null,
): WithActivity =>
  isPublic(row.activity.status, settings.moderation) || row.activity.ownerId === userId
    ? row
    : { ...row, activity: { ...row.activity, title: UNPUBLISHED_TITLE, questions: [] }, needs: [] };

/** All attendances of an account, with title and date of the activity. */
export async function ownAttendances(platform: Platform, { id, email }: Session['user']) {
  const rows = await listOfAccount(platform.db, id, email);
  return rows.map(row => withoutHiddenTexts(platform, row, id));
}

/** Lists the account's detached attendances: those that were deleted with their hours. */
export const ownDetached = ({ db }: Platform, user: Session['user']) =>
  listDetachedOf(db, isDetachedOf(user));

/** Locks attendances against deletion and returns their current addresses by id, null if the account was deleted. */
export const lockAttendanceAddresses = (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => lockAddresses(tx, ids);

/** Records that these attendees were notified of a change of their activity. */
export const markChangeNotified = (tx: Transaction, ids: readonly string[], at: Date): Promise<void> =>
  setChangeNotified(tx, ids, at);

/** The number of people with a confirmed place in each of the activities. Activities without any are absent. */
export const countAttendees = (
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => countPeople(tx, activityIds);

export const countAttendances = ({ db }: Pick<Platform, 'db'>): Promise<number> => countAll(db);

/** The number of attendances, which is an estimate on large tables. */
export const estimateAttendances = ({ db }: Pick<Platform, 'db'>): Promise<number> =>
  estimateRows(db, attendances);

/**
 * The caller's attendance, the newest if one browser confirmed several, or null if there is none. For an account's e-mail only that
 * account gets the attendance, and for another e-mail only the browser with the visitor's proof. All other callers get null
 * (docs/rules.md R4.7). A personal link gives access to its own attendances.
 */
export async function ownAttendance(
  platform: Platform,
  taskId: string,
  selector: Pick<AttendanceSelector, 'email' | 'tokenHash'>,
  caller: Caller,
): Promise<AttendanceView | null> {
  await visibleActivity(platform, taskId, caller.session?.user.id ?? null);
  // `isOrganiser` is false, since the call is about the caller's own attendance.
  for (const right of rightsOf(selector, caller, false)) {
    const found = await findByRight(platform.db, taskId, right);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the caller's attendance is confirmed, for an activity that the caller may see. */
export async function isConfirmed(platform: Platform, taskId: string, caller: Caller): Promise<boolean> {
  return (await attendedAmong(platform, [taskId], caller)).length > 0;
}

/**
 * The activities among `taskIds` that the caller attends with a confirmed place, each with the time of arrival, in one query.
 * Activities that the caller may not see are absent.
 */
export async function attendedAmong(
  { db, settings }: Platform,
  taskIds: string[],
  caller: Caller,
): Promise<AttendedRow[]> {
  const rights = rightsOf({}, caller, false);
  if (rights.length === 0) return [];
  const visible = isVisibleTo(caller.session?.user.id ?? null, publicStatuses(settings.moderation));
  return listByRights(db, taskIds, rights, visible);
}

/** The account's attendances of activities that it may see, the earliest first, with its roles in each activity. */
export async function ownAttendancesPage({ db, settings }: Platform, { user }: Session, paging: Paging) {
  const { rows, total } = await listWithActivity(db, user, publicStatuses(settings.moderation), paging);
  const rolesOf = await rolesInEach(
    db,
    user.id,
    rows.map(({ activity }) => activity),
  );
  return { rows: rows.map(row => ({ ...row, roles: rolesOf(row.activity) })), total };
}
