import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { invalid, invalidToken } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { isDeceptiveName } from '../../trust/confusable-rules.ts';
import { requestEmail } from '../jobs.ts';
import { registerByEmail, registerByOrigin, resendByEmail, resendByOrigin } from '../limits.ts';
import { hashPassword } from '../password-service.ts';
import {
  consumeRegistration,
  findPendingHash,
  findRegistrationByLink,
  insertRegistration,
  insertUser,
  lockAddress,
  type RegistrationRow,
  type UserRow,
} from '../repository.ts';
import { REGISTRATION_SECONDS } from '../rules.ts';
import {
  type ClientInfo,
  type ClientTokens,
  closeSession,
  openKnownSession,
} from '../sign-in/session-service.ts';
import { voidClaimsToAddress } from './email-change-service.ts';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

export const NAME_REFUSED = 'Este nombre no se puede usar';

/**
 * Stores a sign-up until its mailed link is opened. If the e-mail has an account already, the owner gets an e-mail about
 * that. Neither response nor duration reveals which: a job composes the e-mail.
 */
export async function registerAccount(
  platform: Platform,
  { password, ...fields }: NewAccount,
  origin: string,
): Promise<void> {
  const { db, limits, clock, site } = platform;
  const { email } = fields;
  if (isDeceptiveName(fields.username, site.current().name)) throw invalid([NAME_REFUSED]);
  await limits.count(registerByOrigin, origin);
  await limits.count(registerByEmail, email);
  const now = clock();
  // The pending sign-ups of an address share a salt, so that a sign-in checks all of them with one hash.
  const passwordHash = await hashPassword(password, await findPendingHash(db, email, now));
  const id = v7();
  const expiresAt = new Date(now.getTime() + REGISTRATION_SECONDS * 1000);
  await db.transaction(async tx => {
    await insertRegistration(tx, { id, ...fields, passwordHash, createdAt: now, expiresAt });
    await requestEmail(platform, tx, { cause: 'registered', email, registrationId: id });
  });
}

/** Mails a new verification link, which replaces the earlier one; the response does not reveal whether a sign-up was pending. */
export async function resendVerification(platform: Platform, email: string, origin: string): Promise<void> {
  await platform.limits.count(resendByOrigin, origin);
  await platform.limits.count(resendByEmail, email);
  await requestEmail(platform, platform.db, { cause: 'resend', email });
}

const badLink = () => invalidToken('El enlace de verificación no es válido o ya venció. Pide uno nuevo.');

/** The sign-up of a mailed link, which stays valid. Throws 400 if the token is invalid, used or expired. */
export async function readVerificationLink(
  { db, clock }: Platform,
  token: string,
): Promise<Pick<RegistrationRow, 'username' | 'email'>> {
  const registration = await findRegistrationByLink(db, hashToken(token), clock());
  if (registration === null) throw badLink();
  return registration;
}

/**
 * Creates the account of the sign-up with this mailed token, signs its owner in and voids other links to the address.
 * Throws 400 if the token is invalid, used or expired.
 */
export async function verifyAccount(
  { db, clock, events }: Platform,
  token: string,
  client: ClientInfo,
  earlierToken: string | undefined,
): Promise<ClientTokens & { user: UserRow }> {
  const now = clock();
  return db.transaction(async tx => {
    const tokenHash = hashToken(token);
    const pending = await findRegistrationByLink(tx, tokenHash, now);
    // Prevents a deadlock between concurrent requests with links of one address, which void each other's links.
    if (pending !== null) await lockAddress(tx, pending.email);
    const registration = await consumeRegistration(tx, tokenHash, now);
    const user = registration && (await createAccount({ events }, tx, registration, now));
    if (user === null) throw badLink();
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    // The link proves the mailbox, not the password.
    return { user, ...(await openKnownSession(tx, user, client, now, { isProved: false })) };
  });
}

/** Returns null if the address already has an account. */
async function createAccount(
  { events }: Pick<Platform, 'events'>,
  tx: Transaction,
  { username, email, phone, passwordHash, createdAt }: RegistrationRow,
  now: Date,
): Promise<UserRow | null> {
  // Subscribers lock activities, which every transaction locks before accounts.
  await events.publish(tx, 'accountCreating', [{ email }]);
  const user = await insertUser(tx, { username, email, phone, passwordHash, createdAt, updatedAt: now });
  await voidClaimsToAddress(tx, email);
  return user;
}
