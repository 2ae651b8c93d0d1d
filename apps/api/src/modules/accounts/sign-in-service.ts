import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { signInByOrigin } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { findRegistration } from './registration-repository.ts';
import { findUserByEmail, type UserRow } from './repository.ts';
import { closeSession, openSession, type Place } from './session-service.ts';
import { claimSignIn, clearSignInFailures } from './sign-in-failure-repository.ts';

const WRONG = 'Correo o contraseña incorrectos';

/**
 * Signs in. Unknown e-mail and wrong password are one refusal, after the same work; unverified and deactivated are told
 * only to who gave the right password (CONTRACT.md section 2).
 */
export async function signIn(
  { db, clock, limits, settings }: Platform,
  { email, password }: { email: string; password: string },
  place: Place,
  earlierToken: string | undefined,
): Promise<{ user: UserRow; sessionToken: string }> {
  await limits.count(signInByOrigin, place.address);
  await claimSignIn(db, email, clock(), settings.rateLimitFactor);
  const user = await findUserByEmail(db, email);
  const waiting = await findRegistration(db, email, clock());
  // Both always, so that neither time nor answer tells whether the address has an account beside a sign-up.
  const isRight = await verifyPassword(password, user?.passwordHash ?? null);
  const isWaiting = await verifyPassword(password, waiting?.passwordHash ?? null);
  if (user === null || !isRight) throw isWaiting ? notVerified() : unauthenticated(WRONG);
  await clearSignInFailures(db, email);
  if (!user.isActive) {
    throw new AppError(
      403,
      'ACCOUNT_DEACTIVATED',
      'Tu cuenta está desactivada. Escríbenos si crees que es un error.',
    );
  }
  return db.transaction(async tx => {
    // A browser has one session: the one it held before ends, and its token is not taken over.
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { user, sessionToken: await openSession(tx, user, place, clock()) };
  });
}

const notVerified = () =>
  new AppError(
    403,
    'EMAIL_NOT_VERIFIED',
    'Aún no has verificado tu correo. Abre el enlace que te enviamos o pide uno nuevo.',
  );
