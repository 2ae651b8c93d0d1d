import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifyPassword } from './passwords.ts';
import { findUserById, type UserRow } from './repository.ts';
import { claimSignIn, clearSignInFailures } from './sign-in-failure-repository.ts';

/**
 * The account, if `password` is its password: asked again before what a stranger at an open screen must not do. Wrong
 * guesses count as failed sign-ins do; refused with 403, so that a mistyped password does not look like a lost session.
 */
export async function proveOwner(
  { db, clock, settings }: Platform,
  userId: string,
  password: string,
): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (user === null) throw unauthenticated();
  // Counted apart from sign-ins: strangers who guess must not lock the owner out of the open session.
  const who = `own:${user.id}`;
  await claimSignIn(db, who, clock(), settings.rateLimitFactor);
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new AppError(403, 'WRONG_PASSWORD', 'La contraseña actual no es correcta');
  }
  await clearSignInFailures(db, who);
  return user;
}
