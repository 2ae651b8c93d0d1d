import type { Gender } from '@minga/contract/session';
import { invalid, unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { isDeceptiveName } from '../trust/confusable-rules.ts';
import { rejectWeakAdminPassword } from './admin-password-service.ts';
import { registerOnlyDevice } from './known-device-service.ts';
import { passwordChangedEmail } from './mails.tsx';
import { hashPassword } from './passwords.ts';
import { reauthenticate } from './reauthentication-service.ts';
import { deleteEmailTokens, lockAccount, lockUnchangedUser, type UserRow, updateUser } from './repository.ts';
import { NAME_REFUSED } from './service.ts';
import { type ClientInfo, type ClientTokens, openSession } from './session-service.ts';

export async function updateProfile(
  { db, clock }: Platform,
  { user }: Session,
  fields: { username: string; phone: string; gender: Gender | null },
): Promise<UserRow> {
  const isNewName = user.role === 'user' && fields.username !== user.username;
  if (isNewName && isDeceptiveName(fields.username)) throw invalid([NAME_REFUSED]);
  const updated = await updateUser(db, user.id, { ...fields, updatedAt: clock() });
  if (updated === null) throw unauthenticated();
  return updated;
}

/**
 * Changes the password after the current one was given. A trigger ends all sessions, and mailed links are revoked. Sends
 * an e-mail and returns the tokens of a new session and of this device, the only one that stays known.
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
    // Includes a pending change of e-mail, which may be an attacker's.
    await deleteEmailTokens(tx, user.id);
    await mailer.send(tx, email, { kind: 'passwordChangedEmail', cause: 'recipient', accountId: user.id });
    const sessionToken = await openSession(tx, { id: user.id, passwordHash }, client, now);
    return { sessionToken, deviceToken: await registerOnlyDevice(tx, user.id, client.deviceToken, now) };
  });
}
