import type { Transaction } from '../../platform/database/connection.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { conflict } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteRegistrations } from './registration-repository.ts';
import { deleteEmailTokens, deleteRivalTokens, type UserRow, updateAnyUser } from './repository.ts';
import { clearSignInFailures } from './sign-in-failure-repository.ts';

/** For an address that is an account's from now on: what waited for it, others' claims to it and its lock end. */
export async function settleAddress(tx: Transaction, email: string): Promise<void> {
  await deleteRegistrations(tx, email);
  await deleteRivalTokens(tx, email);
  await clearSignInFailures(tx, email);
}

/**
 * Gives an account that is locked another address, that is locked too. Links that went to the old one no longer open the
 * account; its confirmed attendances go along.
 */
export async function moveToAddress(
  { events, clock }: Pick<Platform, 'events' | 'clock'>,
  tx: Transaction,
  userId: string,
  email: string,
): Promise<UserRow> {
  // Subscribers lock activities, which every transaction locks before accounts.
  await events.publish(tx, 'emailChanging', [{ userId, email }]);
  const moved = await updateAnyUser(tx, userId, { email, updatedAt: clock() });
  if (moved === null) throw new Error('a locked account is gone');
  await deleteEmailTokens(tx, userId);
  await settleAddress(tx, email);
  return moved;
}

export const takenEmail = () => conflict('Ese correo ya tiene una cuenta en Minga');

/** Answers 409 where `work` breaks the rule of one account an address. */
export async function takenIsConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw takenEmail();
    throw error;
  }
}
