import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { verifyPassword } from './passwords.ts';
import { findUserById, type UserRow } from './repository.ts';
import { claimSignInAttempt, clearSignInFailures } from './sign-in-guard-service.ts';

/**
 * Returns the session's account if `password` is its password: required before changes that a stranger at an unlocked
 * screen must not make. Wrong passwords count like failed sign-ins. Throws 403, since a 401 would end the session.
 */
export async function reauthenticate(
  { db, clock, settings }: Platform,
  userId: string,
  password: string,
): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (user === null) throw unauthenticated();
  // Counted separately from sign-ins: attackers who guess passwords must not lock the owner out of an open session.
  const key = `own:${user.id}`;
  await claimSignInAttempt(db, key, clock(), settings.rateLimitFactor);
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new AppError(403, 'WRONG_PASSWORD', 'La contraseña actual no es correcta');
  }
  await clearSignInFailures(db, key);
  return user;
}
