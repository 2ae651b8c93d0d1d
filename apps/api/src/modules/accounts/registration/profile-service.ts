import type { Gender } from '@minga/contract/session';
import { invalid, invalidToken, unauthenticated } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { isDeceptiveName } from '../../trust/confusable-rules.ts';
import { requestEmail } from '../jobs.ts';
import { resetByEmail, resetByOrigin } from '../limits.ts';
import { passwordChangedEmail } from '../mails.ts';
import { clearSignInFailures, hashPassword, rejectWeakAdminPassword } from '../password-service.ts';
import {
  consumeEmailToken,
  deleteEmailTokens,
  findEmailToken,
  lockAccount,
  lockUnchangedUser,
  type UserRow,
  updateUser,
} from '../repository.ts';
import { reauthenticate } from '../sign-in/identity-service.ts';
import {
  type ClientInfo,
  type ClientTokens,
  openSession,
  registerOnlyDevice,
} from '../sign-in/session-service.ts';
import { NAME_REFUSED } from './service.ts';

export async function updateProfile(
  { db, clock, site }: Platform,
  { user }: Session,
  fields: { username: string; phone: string; gender: Gender | null },
): Promise<UserRow> {
  const isNewName = user.role === 'user' && fields.username !== user.username;
  if (isNewName && isDeceptiveName(fields.username, site.current().name)) throw invalid([NAME_REFUSED]);
  const updated = await updateUser(db, user.id, { ...fields, updatedAt: clock() });
  if (updated === null) throw unauthenticated();
  return updated;
}

/**
 * Changes the password if the current one is right. A trigger ends all sessions, and mailed links are revoked. Sends an
 * e-mail and returns the tokens of a new session and of this device, the only one that stays known.
 */
export async function changePassword(
  platform: Platform,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<ClientTokens> {
  const { db, clock, mailer, publicUrl } = platform;
  const user = await reauthenticate(platform, session.user.id, currentPassword);
  await rejectWeakAdminPassword(user, newPassword);
  const passwordHash = await hashPassword(newPassword);
  const email = await passwordChangedEmail(user, publicUrl);
  const now = clock();
  return db.transaction(async tx => {
    await lockAccount(tx, user.id);
    if (!(await lockUnchangedUser(tx, user))) throw unauthenticated();
    await updateUser(tx, user.id, { passwordHash, updatedAt: now });
    // This also cancels a pending change of e-mail, which may be an attacker's.
    await deleteEmailTokens(tx, user.id);
    await mailer.send(tx, email, { kind: 'passwordChangedEmail', cause: 'recipient', accountId: user.id });
    const sessionToken = await openSession(tx, { id: user.id, passwordHash }, client, now);
    return { sessionToken, deviceToken: await registerOnlyDevice(tx, user.id, client.deviceToken, now) };
  });
}

const BAD_LINK = 'El enlace de recuperación no es válido o ya venció. Pide uno nuevo.';

/** Mails a link to set a new password, which replaces an earlier link; the response does not reveal whether there is an account. */
export async function requestPasswordReset(platform: Platform, email: string, origin: string): Promise<void> {
  await platform.limits.count(resetByOrigin, origin);
  await platform.limits.count(resetByEmail, email);
  await requestEmail(platform, platform.db, { cause: 'reset', email });
}

/**
 * Sets a new password by a mailed token: a trigger ends all sessions, all mailed links are revoked, and the sign-in lock
 * is removed. Returns the token of this device, the only one that stays known, so that its owner can sign in even if a
 * stranger locks the address again. Throws 400 if the token is invalid, used or expired.
 */
export async function resetPassword(
  platform: Platform,
  token: string,
  newPassword: string,
  earlierDeviceToken: string | undefined,
): Promise<string> {
  const { db, clock, mailer, publicUrl } = platform;
  const now = clock();
  const tokenHash = hashToken(token);
  // Checks the token before the expensive hash, so that invented tokens cost little.
  const found = await findEmailToken(db, tokenHash, 'reset', now);
  if (found === null) throw invalidToken(BAD_LINK);
  const { user } = found;
  await rejectWeakAdminPassword(user, newPassword);
  const passwordHash = await hashPassword(newPassword);
  const email = await passwordChangedEmail(user, publicUrl);
  return db.transaction(async tx => {
    await lockAccount(tx, user.id);
    if ((await consumeEmailToken(tx, tokenHash, 'reset', now)) === null) throw invalidToken(BAD_LINK);
    if ((await updateUser(tx, user.id, { passwordHash, updatedAt: now })) === null)
      throw invalidToken(BAD_LINK);
    await deleteEmailTokens(tx, user.id);
    await clearSignInFailures(tx, user.email);
    await mailer.send(tx, email, { kind: 'passwordChangedEmail', cause: 'recipient', accountId: user.id });
    return registerOnlyDevice(tx, user.id, earlierDeviceToken, now);
  });
}
