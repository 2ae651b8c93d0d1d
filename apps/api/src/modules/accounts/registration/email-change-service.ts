import { SITE_NAME } from '@minga/contract/site-words';
import type { Transaction } from '../../../platform/database/connection.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { discardUnless } from '../../../platform/database/queries.ts';
import { conflict, invalid, invalidToken } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { isRefusedAddress } from '../../trust/service.ts';
import { emailChangeByEmail, emailChangeByOrigin } from '../limits.ts';
import { newLink } from '../links.ts';
import { accountExistsEmail, emailChangedEmail, emailChangeEmail, emailChangeWarning } from '../mails.ts';
import {
  consumeEmailToken,
  deleteEmailTokens,
  findEmailToken,
  findPendingEmail,
  findUserByEmail,
  lockAccount,
  lockAddress,
  type UserRow,
  updateAnyUser,
  upsertEmailToken,
  voidRegistrationLinks,
  voidTokensForNewEmail,
} from '../repository.ts';
import { confirmSession } from '../session-repository.ts';
import { reauthenticate } from '../sign-in/identity-service.ts';

/**
 * Voids other people's mailed links to an address that now has an account. Strangers cannot observe a difference: their
 * sign-ups and changes of e-mail stay pending until they expire, and the lock after their failed sign-ins lasts.
 */
export async function voidClaimsToAddress(tx: Transaction, email: string): Promise<void> {
  await voidRegistrationLinks(tx, email);
  await voidTokensForNewEmail(tx, email);
}

/**
 * Changes the address of a locked account; the new address must be locked too. Revokes the links mailed to the account;
 * subscribers move the account's attendances to the new address.
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

export const emailTaken = () => conflict(`Ese correo ya tiene una cuenta en ${SITE_NAME}`);

/** Throws 409 if `work` violates the unique index on the accounts' addresses. */
export async function rejectTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw emailTaken();
    throw error;
  }
}

const BAD_LINK = 'El enlace no es válido o ya venció. Pide el cambio de nuevo desde tu perfil.';

/**
 * Mails a link to the new address; nothing changes until it is opened. If the new address has an account, its owner gets
 * an e-mail about that instead, and an address of a refused domain gets none; the response and the pending change look the
 * same. The current address gets a warning.
 */
export async function requestEmailChange(
  platform: Platform,
  session: Session,
  { email, password }: { email: string; password: string },
  origin: string,
): Promise<void> {
  const { db, limits, mailer, publicUrl } = platform;
  await limits.count(emailChangeByOrigin, origin);
  const user = await reauthenticate(platform, session.user.id, password);
  await confirmSession(db, session.id, platform.clock());
  if (email === user.email) throw invalid(['Ese ya es tu correo']);
  await limits.count(emailChangeByEmail, email);
  const { url, stored } = newLink(platform, 'change-email');
  const proof = await emailChangeEmail(email, url);
  const exists = await accountExistsEmail(email, publicUrl);
  const warning = await emailChangeWarning(user, publicUrl);
  const isTaken = (await findUserByEmail(db, email)) !== null;
  const isRefused = await isRefusedAddress(db, email);
  const accountId = user.id;
  await db.transaction(async tx => {
    await upsertEmailToken(tx, { userId: user.id, purpose: 'change-email', newEmail: email, ...stored });
    const isWanted = isTaken || !isRefused;
    await discardUnless(isWanted, tx, step =>
      mailer.send(step, isTaken ? exists : proof, {
        kind: isTaken ? 'accountExistsEmail' : 'emailChangeEmail',
        cause: { accountId },
        accountId,
      }),
    );
    await mailer.send(tx, warning, { kind: 'emailChangeWarning', cause: 'recipient', accountId });
  });
}

/** The new address whose link has not been opened yet, or null if there is none. */
export const pendingEmail = ({ db, clock }: Platform, userId: string): Promise<string | null> =>
  findPendingEmail(db, userId, clock());

export const cancelEmailChange = ({ db }: Platform, { user }: Session): Promise<void> =>
  deleteEmailTokens(db, user.id, 'change-email');

/**
 * Changes the address, also of the account's attendances, by the token mailed to the new one, and informs the old one.
 * Throws 400 if the token is invalid, used or expired, and 409 if the new address has got an account since the request.
 */
export async function confirmEmailChange(platform: Platform, token: string): Promise<void> {
  const { db, clock, mailer } = platform;
  const now = clock();
  const tokenHash = hashToken(token);
  const { user, newEmail: email } = (await findEmailToken(db, tokenHash, 'change-email', now)) ?? {};
  if (user === undefined || email === undefined || email === null) throw invalidToken(BAD_LINK);
  const notice = await emailChangedEmail(user, email);
  await rejectTakenEmail(() =>
    db.transaction(async tx => {
      const account = await lockAccount(tx, user.id);
      await lockAddress(tx, email);
      const isValid = (await consumeEmailToken(tx, tokenHash, 'change-email', now)) !== null;
      if (!isValid || account === null || !account.isActive) throw invalidToken(BAD_LINK);
      await changeAddress(platform, tx, user.id, email);
      await mailer.send(tx, notice, { kind: 'emailChangedEmail', cause: 'recipient', accountId: user.id });
    }),
  );
}
