import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { requestLetter } from './jobs.ts';
import { registerByEmail, registerByOrigin, resendByEmail, resendByOrigin } from './limits.ts';
import { hashPassword } from './passwords.ts';
import {
  hasSuperadmin,
  insertUser,
  lockSuperadmins,
  markVerified,
  registerUser,
  takeEmailToken,
  type UserRow,
} from './repository.ts';
import { openSession, type Place } from './session-service.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/**
 * Registers an account. Its owner gets a verification link, or, where the e-mail has a verified account already, a
 * letter that says so. The caller cannot tell which, nor by the time it took: the letter is a job's work.
 */
export async function registerAccount(
  platform: Platform,
  { password, ...fields }: NewAccount,
  origin: string,
): Promise<void> {
  const { db, limits, clock } = platform;
  await limits.count(registerByOrigin, origin);
  await limits.count(registerByEmail, fields.email);
  const passwordHash = await hashPassword(password);
  const now = clock();
  await db.transaction(async tx => {
    await registerUser(tx, { ...fields, passwordHash, createdAt: now, updatedAt: now });
    await requestLetter(platform, tx, 'registered', fields.email);
  });
}

/** Mails a new verification link, which voids the earlier one; nothing tells whether there was anything to verify. */
export async function resendVerification(platform: Platform, email: string, origin: string): Promise<void> {
  await platform.limits.count(resendByOrigin, origin);
  await platform.limits.count(resendByEmail, email);
  await requestLetter(platform, platform.db, 'resend', email);
}

/** Verifies the address behind a mailed token and signs its owner in. Refused when bad, used or expired. */
export async function verifyAccount(
  { db, clock }: Platform,
  token: string,
  place: Place,
): Promise<{ user: UserRow; sessionToken: string }> {
  const now = clock();
  return db.transaction(async tx => {
    const userId = await takeEmailToken(tx, hashToken(token), 'verify', now);
    const user = userId === null ? null : await markVerified(tx, userId, now);
    if (user === null) {
      throw invalidToken('El enlace de verificación no es válido o ya venció. Pide uno nuevo.');
    }
    return { user, sessionToken: await openSession(tx, user, place, now) };
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
    await lockSuperadmins(tx);
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
