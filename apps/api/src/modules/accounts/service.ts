import { VERIFICATION_HOURS } from '@minga/contract/accounts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { registerByEmail, registerByOrigin, resendByEmail, resendByOrigin } from './limits.ts';
import { accountExistsLetter, verificationLetter } from './mails.tsx';
import { hashPassword } from './passwords.ts';
import {
  deleteEmailTokens,
  findUserByEmail,
  hasSuperadmin,
  insertEmailToken,
  insertUser,
  lockSuperadminCreation,
  markVerified,
  takeEmailToken,
  type UserRow,
} from './repository.ts';
import { openSession } from './session-service.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/**
 * Registers an account and mails its verification link; an e-mail that has an account already gets a letter that says
 * so. The caller cannot tell which, nor by the time it took: the password is hashed in both cases.
 */
export async function registerAccount(
  platform: Platform,
  account: NewAccount,
  origin: string,
): Promise<void> {
  const { db, limits, mailer, clock } = platform;
  await limits.count(registerByOrigin, origin);
  await limits.count(registerByEmail, account.email);
  const { password, ...fields } = account;
  const passwordHash = await hashPassword(password);
  const link = newVerificationLink(platform);
  const verify = await verificationLetter(fields, link.url);
  const exists = await accountExistsLetter(fields.email, platform.publicUrl);
  const now = clock();
  await db.transaction(async tx => {
    const user = await insertUser(tx, { ...fields, passwordHash, createdAt: now, updatedAt: now });
    if (user !== null) await insertEmailToken(tx, link.row(user.id, now));
    await mailer.send(tx, user === null ? exists : verify);
  });
}

/** Verifies the address behind a mailed token and signs its owner in. Refused when bad, used or expired. */
export async function verifyAccount(
  { db, clock }: Platform,
  token: string,
  userAgent: string,
): Promise<{ user: UserRow; sessionToken: string }> {
  const now = clock();
  return db.transaction(async tx => {
    const userId = await takeEmailToken(tx, hashToken(token), 'verify', now);
    const user = userId === null ? null : await markVerified(tx, userId, now);
    if (user === null) {
      throw invalidToken('El enlace de verificación no es válido o ya venció. Pide uno nuevo.');
    }
    return { user, sessionToken: await openSession(tx, user.id, userAgent, now) };
  });
}

/** Mails a new link, which voids the earlier ones; nothing tells whether there was anything to verify. */
export async function resendVerification(platform: Platform, email: string, origin: string): Promise<void> {
  const { db, limits, mailer, clock } = platform;
  await limits.count(resendByOrigin, origin);
  await limits.count(resendByEmail, email);
  const user = await findUserByEmail(db, email);
  if (user === null || user.emailVerifiedAt !== null || !user.isActive) return;
  const link = newVerificationLink(platform);
  const letter = await verificationLetter(user, link.url);
  await db.transaction(async tx => {
    await deleteEmailTokens(tx, user.id, 'verify');
    await insertEmailToken(tx, link.row(user.id, clock()));
    await mailer.send(tx, letter);
  });
}

/** Creates the first superadmin; 'exists' when there is one already, or the e-mail has an account. */
export async function ensureSuperadmin(
  db: Database,
  clock: Clock,
  account: { email: string; password: string; username: string },
): Promise<'created' | 'exists'> {
  if (await hasSuperadmin(db)) return 'exists';
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async tx => {
    await lockSuperadminCreation(tx);
    if (await hasSuperadmin(tx)) return 'exists';
    return insertSuperadmin(tx, { ...account, passwordHash }, clock());
  });
}

async function insertSuperadmin(
  tx: Transaction,
  { email, username, passwordHash }: { email: string; username: string; passwordHash: string },
  now: Date,
): Promise<'created' | 'exists'> {
  const user = await insertUser(tx, {
    email,
    username,
    passwordHash,
    role: 'superadmin',
    emailVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return user === null ? 'exists' : 'created';
}

function newVerificationLink({ publicUrl }: Platform) {
  const token = newToken();
  return {
    url: `${publicUrl}/verify-email?token=${token}`,
    row: (userId: string, now: Date) => ({
      userId,
      tokenHash: hashToken(token),
      purpose: 'verify' as const,
      expiresAt: new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000),
    }),
  };
}
