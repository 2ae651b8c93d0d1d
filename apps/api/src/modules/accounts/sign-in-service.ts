import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Settings } from '../../settings.ts';
import { signInFailureKey } from './known-device-service.ts';
import { signInByOrigin } from './limits.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findPendingHash, hasPendingHash } from './registration-repository.ts';
import { findUserByEmail, type UserRow } from './repository.ts';
import { contactAdvice } from './rules.ts';
import { hasSecondFactor } from './second-factor-service.ts';
import { openPendingSignIn } from './second-step-service.ts';
import { type ClientInfo, type ClientTokens, closeSession, openKnownSession } from './session-service.ts';
import { claimSignInAttempt, clearSignInFailures } from './sign-in-guard-service.ts';

const ADMINISTRATORS = 'habla con quien administra Minga en tu comunidad';
const WRONG = 'Correo o contraseña incorrectos';

/** The tokens of a session, or of a sign-in that waits for the second factor. */
export type SignedIn = (ClientTokens & { readonly user: UserRow }) | { readonly pendingToken: string };

/**
 * Signs in; an account with a second factor gets a token for `enterSecondFactor` instead of a session. An unknown e-mail and a wrong password get the same error after the same work. Only the right password reveals
 * that an account is unverified or deactivated (CONTRACT.md section 2).
 */
export async function signIn(
  { db, clock, limits, settings }: Platform,
  { email, password }: { email: string; password: string },
  client: ClientInfo,
  earlierToken: string | undefined,
): Promise<SignedIn> {
  await limits.count(signInByOrigin, client.address);
  const failureKey = await signInFailureKey(db, email, client.deviceToken);
  await claimSignInAttempt(db, failureKey, clock(), settings.rateLimitFactor);
  const user = await findUserByEmail(db, email);
  const pendingHash = await findPendingHash(db, email, clock());
  // Always verifies both, so that neither duration nor response reveals whether the address has an account or a sign-up.
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  const givenHash = await hashPassword(password, pendingHash);
  const isUnverified = await hasPendingHash(db, email, givenHash, clock());
  if (user === null || !isRight) throw isUnverified ? notVerified() : unauthenticated(WRONG);
  await clearSignInFailures(db, failureKey);
  if (!user.isActive) throw accountDeactivated(settings);
  // Only now: so that a wrong password takes as long with a second factor as without.
  if (await hasSecondFactor(db, user.id)) return { pendingToken: await openPendingSignIn(db, user, clock()) };
  return db.transaction(async tx => {
    // A browser has one session: signing in ends the earlier one and never adopts its token.
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { user, ...(await openKnownSession(tx, user, client, clock())) };
  });
}

export const accountDeactivated = (settings: Settings) =>
  new AppError(
    403,
    'ACCOUNT_DEACTIVATED',
    `Tu cuenta está desactivada. Si crees que es un error, ${contactAdvice(settings, ADMINISTRATORS)}.`,
  );

const notVerified = () =>
  new AppError(
    403,
    'EMAIL_NOT_VERIFIED',
    'Aún no has verificado tu correo. Abre el enlace que te enviamos o pide uno nuevo.',
  );
