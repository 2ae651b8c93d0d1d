import { RESET_HOURS } from '@minga/contract/second-factor';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { conflict, invalidToken } from '../../platform/errors.ts';
import { newMailedLink } from '../../platform/mail/mailed-link.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import {
  consumeReset,
  deleteReset,
  deleteResetByToken,
  type FactorReset,
  findDueResets,
  findReset,
  insertReset,
  setRequester,
} from './factor-reset-repository.ts';
import { findUserByEmail, findUserById, lockAccount, type UserRow } from './repository.ts';
import { secondFactorResetEmail, secondFactorResetStartedEmail } from './second-factor-mails.tsx';
import { hasSecondFactor, removeFactors } from './second-factor-service.ts';

const BATCH = 50;

/** The account of an address, locked; null: none. */
export async function lockAccountOf(tx: Transaction, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email);
  return user && lockAccount(tx, user.id);
}

/**
 * Starts the removal of all second factors of a locked account, and mails its owner the link that cancels it. Returns when it
 * takes effect; null if one was started already, which stays as it is. Throws 409 without a second factor.
 */
export async function startReset(
  { clock, mailer, publicUrl, settings }: Platform,
  tx: Transaction,
  user: UserRow,
  requestedBy: string,
): Promise<{ dueAt: Date; isNew: boolean }> {
  const earlier = await findReset(tx, user.id);
  if (earlier !== null) {
    await setRequester(tx, user.id, requestedBy);
    return { dueAt: earlier.dueAt, isNew: false };
  }
  if (!(await hasSecondFactor(tx, user.id))) throw conflict('Esa cuenta no tiene segundo factor');
  const requestedAt = clock();
  const dueAt = new Date(requestedAt.getTime() + RESET_HOURS * 3_600_000);
  const { url, tokenHash } = newMailedLink({ publicUrl }, '/segundo-factor');
  await insertReset(tx, { userId: user.id, tokenHash, requestedAt, dueAt, requestedBy });
  const email = await secondFactorResetStartedEmail(user, { dueAt, url, timeZone: settings.timeZone });
  await mailer.send(tx, email, {
    kind: 'secondFactorResetStartedEmail',
    cause: 'site',
    accountId: user.id,
  });
  return { dueAt, isNew: true };
}

/** Cancels a reset by the token of the mailed link. Throws 400 if there is none. */
export async function cancelReset({ db }: Platform, token: string): Promise<void> {
  if (await deleteResetByToken(db, hashToken(token))) return;
  throw invalidToken('Este enlace ya no sirve: el cambio se detuvo antes, o ya se hizo.');
}

/** The due resets that the polling task has not postponed. */
export const dueResets = ({ db, clock }: Platform, task: string): Promise<FactorReset[]> =>
  findDueResets(db, task, clock(), BATCH);

/**
 * Removes the factors of a due reset and informs the owner; false if it was cancelled or done since, or if the account that requested it
 * is no active superadmin any more: then the reset ends without effect.
 */
export async function finishReset(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  reset: FactorReset,
): Promise<boolean> {
  const user = await lockAccount(tx, reset.userId);
  if (user === null || !(await consumeReset(tx, reset))) return false;
  const requester = await findUserById(tx, reset.requestedBy);
  if (requester?.role !== 'superadmin' || !requester.isActive) return false;
  if (await removeFactors(tx, user.id)) {
    await mailer.send(tx, await secondFactorResetEmail(user, publicUrl), {
      kind: 'secondFactorResetEmail',
      cause: 'site',
      accountId: user.id,
    });
  }
  return true;
}

/** Removes all second factors of an account at once, for the operator's command; false: no such account, or it has none. */
export const resetNow = (db: Database, email: string): Promise<boolean> =>
  db.transaction(async tx => {
    const user = await lockAccountOf(tx, email);
    if (user === null) return false;
    await deleteReset(tx, user.id);
    return removeFactors(tx, user.id);
  });
