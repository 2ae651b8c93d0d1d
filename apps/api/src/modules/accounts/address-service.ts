import type { Transaction } from '../../platform/database/connection.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { conflict } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { voidRegistrationLinks } from './registration-repository.ts';
import { deleteEmailTokens, type UserRow, updateAnyUser, voidTokensForNewEmail } from './repository.ts';

/**
 * Voids the mailed links of others to an address that now has an account. Nothing that strangers can see changes: their
 * sign-ups stay pending until they expire, their changes of e-mail too, and the lock of their failed sign-ins lasts.
 */
export async function voidClaimsToAddress(tx: Transaction, email: string): Promise<void> {
  await voidRegistrationLinks(tx, email);
  await voidTokensForNewEmail(tx, email);
}

/**
 * Changes the address of a locked account; the new address must be locked too. Revokes links sent to the old address;
 * the account's attendances move to the new one.
 */
export async function changeAddress(
  { events, clock }: Pick<Platform, 'events' | 'clock'>,
  tx: Transaction,
  userId: string,
  email: string,
): Promise<UserRow> {
  // Subscribers lock activities, which every transaction locks before accounts.
  await events.publish(tx, 'emailChanging', [{ userId, email }]);
  const changed = await updateAnyUser(tx, userId, { email, updatedAt: clock() });
  if (changed === null) throw new Error('a locked account was deleted');
  await deleteEmailTokens(tx, userId);
  await voidClaimsToAddress(tx, email);
  return changed;
}

export const emailTaken = () => conflict('Ese correo ya tiene una cuenta en Minga');

/** Throws 409 if `work` violates the unique index on the accounts' addresses. */
export async function rejectTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
    throw error;
  }
}
