import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { rejectWeakAdminPassword } from './admin-password-service.ts';
import { requestEmail } from './jobs.ts';
import { registerOnlyDevice } from './known-device-service.ts';
import { resetByEmail, resetByOrigin } from './limits.ts';
import { passwordChangedEmail } from './mails.tsx';
import { hashPassword } from './passwords.ts';
import {
  consumeEmailToken,
  deleteEmailTokens,
  findEmailToken,
  lockAccount,
  updateUser,
} from './repository.ts';
import { clearSignInFailures } from './sign-in-guard-service.ts';

const BAD_LINK = 'El enlace de recuperación no es válido o ya venció. Pide uno nuevo.';

/** Mails a link to set a new password, which replaces an earlier link; the response does not reveal whether there is an account. */
export async function requestPasswordReset(platform: Platform, email: string, origin: string): Promise<void> {
  await platform.limits.count(resetByOrigin, origin);
  await platform.limits.count(resetByEmail, email);
  await requestEmail(platform, platform.db, { cause: 'reset', email });
}

/**
 * Sets a new password by a mailed token: a trigger ends all sessions, all mailed links are revoked, and the sign-in lock
 * is removed. Returns the token of this device, the only one that stays known: its owner can sign in although a stranger
 * locks the address again. Throws 400 if the token is invalid, used or expired.
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
  // Checked before the expensive hash, so that invented tokens cost little.
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
