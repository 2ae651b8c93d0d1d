import { v7 } from 'uuid';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { settleAddress } from './address-service.ts';
import { requestEmail } from './jobs.ts';
import { registerByEmail, registerByOrigin, resendByEmail, resendByOrigin } from './limits.ts';
import { linkEnd } from './links.ts';
import { hashPassword } from './passwords.ts';
import {
  findRegistrationByLink,
  insertRegistration,
  lockAddress,
  type RegistrationRow,
  takeRegistration,
} from './registration-repository.ts';
import { hasSuperadmin, insertUser, lockSuperadmins, type UserRow } from './repository.ts';
import { closeSession, openSession, type Place } from './session-service.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/**
 * Registers: what was typed waits for the link of its own letter. Where the e-mail has an account already its owner gets
 * a letter that says so. The caller cannot tell which, nor by the time it took: the letter is a job's work.
 */
export async function registerAccount(
  platform: Platform,
  { password, ...fields }: NewAccount,
  origin: string,
): Promise<void> {
  const { db, limits, clock } = platform;
  const { email } = fields;
  await limits.count(registerByOrigin, origin);
  await limits.count(registerByEmail, email);
  const passwordHash = await hashPassword(password);
  const now = clock();
  const id = v7();
  const expiresAt = linkEnd('verify', now);
  await db.transaction(async tx => {
    await insertRegistration(tx, { id, ...fields, passwordHash, createdAt: now, expiresAt });
    await requestEmail(platform, tx, { cause: 'registered', email, registrationId: id });
  });
}

/** Mails a new verification link, which voids the earlier one; nothing tells whether there was anything to verify. */
export async function resendVerification(platform: Platform, email: string, origin: string): Promise<void> {
  await platform.limits.count(resendByOrigin, origin);
  await platform.limits.count(resendByEmail, email);
  await requestEmail(platform, platform.db, { cause: 'resend', email });
}

/**
 * Makes the account of the sign-up behind a mailed token and signs its owner in; other sign-ups of the address are void.
 * Refused when the token is bad, used or expired.
 */
export async function verifyAccount(
  { db, clock }: Platform,
  token: string,
  place: Place,
  earlierToken: string | undefined,
): Promise<{ user: UserRow; sessionToken: string }> {
  const now = clock();
  return db.transaction(async tx => {
    const tokenHash = hashToken(token);
    const waiting = await findRegistrationByLink(tx, tokenHash, now);
    // Several links of one address at once would wait for each other's sign-ups.
    if (waiting !== null) await lockAddress(tx, waiting.email);
    const registration = await takeRegistration(tx, tokenHash, now);
    const user = registration && (await makeAccount(tx, registration, now));
    if (user === null) {
      throw invalidToken('El enlace de verificación no es válido o ya venció. Pide uno nuevo.');
    }
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { user, sessionToken: await openSession(tx, user, place, now) };
  });
}

/** Null when the address has got an account in between. */
async function makeAccount(
  tx: Transaction,
  { username, email, phone, passwordHash, createdAt }: RegistrationRow,
  now: Date,
): Promise<UserRow | null> {
  const user = await insertUser(tx, { username, email, phone, passwordHash, createdAt, updatedAt: now });
  await settleAddress(tx, email);
  return user;
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
    createdAt: now,
    updatedAt: now,
  });
  return user === null ? 'exists' : 'created';
}
