import type { Transaction } from '../../platform/database/connection.ts';
import { estimateRows } from '../../platform/database/row-estimate.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountCreating, AccountDeleted, AccountDeleting, EmailChanging } from '../accounts/events.ts';
import {
  countOfAccount,
  giveUpPlaces,
  listOfAccount,
  moveToEmail,
  voidUnproved,
} from './account-repository.ts';
import { deleteDetached, isDetachedOf, listDetachedOf, withdrawDetached } from './detached-repository.ts';
import { anonymise } from './erasure-repository.ts';
import { offerPlaces } from './offer-service.ts';
import { isAttendanceOf } from './queries.ts';
import { countAll, countPeople, lockAddresses, lockAttended, setChangeNotified } from './repository.ts';
import { attendances } from './schema.ts';

/** Takes the hours of a deleted activity that an administrator decided to delete. */
export const withdrawHoursOf = (
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
): Promise<void> => withdrawDetached(tx, { activityId }, clock(), 'rejected');

/** Subscriber of `emailChanging`: the account's attendances get its new address. */
export async function moveAttendances(
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  changes: readonly EmailChanging[],
): Promise<void> {
  for (const { userId, email } of changes)
    await events.publish(tx, 'attendancesMerged', await moveToEmail(tx, userId, email));
}

/** Subscriber of `accountCreating`: only what was mailed to the address still opens its attendances. */
export async function voidUnprovedAttendances(
  tx: Transaction,
  accounts: readonly AccountCreating[],
): Promise<void> {
  for (const { email } of accounts) await voidUnproved(tx, email);
}

/** Subscriber of `accountDeleting`: its places in what has not begun are offered to those who wait (COMMUNITY.md section 10). */
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
 * Subscriber of `accountDeleted`: other attendances stay, without name and e-mail (CONTRACT.md section 6). Deleting the account waits for
 * its confirmations in progress, so that theirs are found too.
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

/** All attendances of an account, with title and date of the activity. */
export const ownAttendances = ({ db }: Platform, { id, email }: Session['user']) =>
  listOfAccount(db, id, email);

/** Lists the account's attendances that were deleted with their hours. */
export const ownDetached = ({ db }: Platform, user: Session['user']) =>
  listDetachedOf(db, isDetachedOf(user));

/** Locks attendances against deletion; their current addresses by id, null where the account was deleted. */
export const lockAttendanceAddresses = (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => lockAddresses(tx, ids);

/** Records that these attendees were notified of a change of their activity. */
export const markChangeNotified = (tx: Transaction, ids: readonly string[], at: Date): Promise<void> =>
  setChangeNotified(tx, ids, at);

/** The people with a confirmed place, of each of the activities that has some. */
export const countAttendees = (
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => countPeople(tx, activityIds);

export const countAttendances = ({ db }: Pick<Platform, 'db'>): Promise<number> => countAll(db);

/** Estimated on large tables. */
export const estimateAttendances = ({ db }: Pick<Platform, 'db'>): Promise<number> =>
  estimateRows(db, attendances);
