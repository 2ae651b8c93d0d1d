import { invalid, invalidToken } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { moveToAddress, takenIsConflict } from './address-service.ts';
import { emailChangeByEmail, emailChangeByOrigin } from './limits.ts';
import { newLink } from './links.ts';
import { accountExistsEmail, emailChangedEmail, emailChangeEmail, emailChangeWarning } from './mails.tsx';
import { proveOwner } from './owner-proof-service.ts';
import { lockAddress } from './registration-repository.ts';
import {
  deleteEmailTokens,
  findEmailToken,
  findPendingEmail,
  findUserByEmail,
  lockAccount,
  putEmailToken,
  takeEmailToken,
} from './repository.ts';

const BAD_LINK = 'El enlace no es válido o ya venció. Pide el cambio de nuevo desde tu perfil.';

/**
 * Mails a link to the new address; nothing changes before it is opened. An address with an account gets a letter that
 * says so in its place: the one who asks sees no difference, also not in what is pending. The present address is warned.
 */
export async function requestEmailChange(
  platform: Platform,
  session: Session,
  { email, password }: { email: string; password: string },
  origin: string,
): Promise<void> {
  const { db, limits, mailer, publicUrl } = platform;
  await limits.count(emailChangeByOrigin, origin);
  const user = await proveOwner(platform, session.user.id, password);
  if (email === user.email) throw invalid(['Ese ya es tu correo']);
  await limits.count(emailChangeByEmail, email);
  const { url, kept } = newLink(platform, 'change-email');
  const proof = await emailChangeEmail(email, url);
  const exists = await accountExistsEmail(email, publicUrl);
  const warning = await emailChangeWarning(user, publicUrl);
  const isTaken = (await findUserByEmail(db, email)) !== null;
  const accountId = user.id;
  await db.transaction(async tx => {
    await putEmailToken(tx, { userId: user.id, purpose: 'change-email', newEmail: email, ...kept });
    await mailer.send(tx, isTaken ? exists : proof, { accountId });
    await mailer.send(tx, warning, { accountId });
  });
}

/** The new address that waits to be proved; null: none. */
export const pendingEmail = ({ db, clock }: Platform, userId: string): Promise<string | null> =>
  findPendingEmail(db, userId, clock());

export const cancelEmailChange = ({ db }: Platform, { user }: Session): Promise<void> =>
  deleteEmailTokens(db, user.id, 'change-email');

/**
 * Changes the address by the token that was mailed to it; the old address gets a notice. Its confirmed attendances
 * go along. Refused when the token is bad, used or expired, or the address got an account in between (409).
 */
export async function confirmEmailChange(platform: Platform, token: string): Promise<void> {
  const { db, clock, mailer } = platform;
  const now = clock();
  const tokenHash = hashToken(token);
  const { user, newEmail: email } = (await findEmailToken(db, tokenHash, 'change-email', now)) ?? {};
  if (user === undefined || email === undefined || email === null) throw invalidToken(BAD_LINK);
  const notice = await emailChangedEmail(user, email);
  await takenIsConflict(() =>
    db.transaction(async tx => {
      const account = await lockAccount(tx, user.id);
      await lockAddress(tx, email);
      const isGood = (await takeEmailToken(tx, tokenHash, 'change-email', now)) !== null;
      if (!isGood || account === null || !account.isActive) throw invalidToken(BAD_LINK);
      await moveToAddress(platform, tx, user.id, email);
      await mailer.send(tx, notice, { accountId: user.id });
    }),
  );
}
