import type { Gender } from '@minga/contract/accounts';
import { unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { passwordChangedEmail } from './mails.tsx';
import { proveOwner } from './owner-proof-service.ts';
import { hashPassword } from './passwords.ts';
import { deleteEmailTokens, lockAccount, lockUserAsKnown, type UserRow, updateUser } from './repository.ts';
import { openSession, type Place } from './session-service.ts';

export async function updateProfile(
  { db, clock }: Platform,
  { user }: Session,
  fields: { username: string; phone: string; gender: Gender | null },
): Promise<UserRow> {
  const updated = await updateUser(db, user.id, { ...fields, updatedAt: clock() });
  if (updated === null) throw unauthenticated();
  return updated;
}

/**
 * Changes the password, for who knows the present one. All sessions end (by the database) and mailed links are
 * void; the one who asked gets a new session, whose token is returned, and a letter.
 */
export async function changePassword(
  platform: Platform,
  session: Session,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  place: Place,
): Promise<string> {
  const { db, clock, mailer, publicUrl } = platform;
  const user = await proveOwner(platform, session.user.id, currentPassword);
  const passwordHash = await hashPassword(newPassword);
  const letter = await passwordChangedEmail(user, publicUrl);
  const now = clock();
  return db.transaction(async tx => {
    await lockAccount(tx, user.id);
    if (!(await lockUserAsKnown(tx, user))) throw unauthenticated();
    await updateUser(tx, user.id, { passwordHash, updatedAt: now });
    // Also a change of e-mail under way: it may be a thief's.
    await deleteEmailTokens(tx, user.id);
    await mailer.send(tx, letter, { accountId: user.id });
    return openSession(tx, { id: user.id, passwordHash }, place, now);
  });
}
