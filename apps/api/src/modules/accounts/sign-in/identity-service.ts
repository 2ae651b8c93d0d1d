import type { IdentityProof } from '@minga/contract/identity';
import { AppError, unauthenticated } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { consumeFactorCode, warnOfWrongCodes } from '../factors/service.ts';
import { claimSignInAttempt, clearSignInFailures, verifyPassword } from '../password-service.ts';
import { findUserById, type UserRow } from '../repository.ts';
import { isWrongCodeAlarm } from '../rules.ts';
import { confirmSession } from '../session-repository.ts';

/**
 * Returns the session's account if `password` is its password. Changes that a stranger at an unlocked screen must not make
 * require it. Wrong passwords are counted like failed sign-ins, and throw 403, since a 401 would end the session.
 */
export async function reauthenticate(
  { db, clock, settings }: Platform,
  userId: string,
  password: string,
): Promise<UserRow> {
  const user = await findUserById(db, userId);
  if (user === null) throw unauthenticated();
  // Has a key of its own, so that attackers who guess passwords do not lock the owner out of an open session.
  const key = `own:${user.id}`;
  await claimSignInAttempt(db, key, clock(), settings.rateLimitFactor);
  if (!(await verifyPassword(password, user.passwordHash))) {
    throw new AppError(403, 'WRONG_PASSWORD', 'La contraseña actual no es correcta');
  }
  await clearSignInFailures(db, key);
  return user;
}

/** Confirms the session for 15 minutes by the account's password or a code. Throws 403 if it is wrong. */
export async function confirmIdentity(
  platform: Platform,
  session: Session,
  { password, code }: IdentityProof,
): Promise<void> {
  if (code !== undefined) return confirmByCode(platform, session, code);
  await reauthenticate(platform, session.user.id, password ?? '');
  await confirmSession(platform.db, session.id, platform.clock());
}

async function confirmByCode(platform: Platform, { id, user }: Session, code: string): Promise<void> {
  const { db, clock, settings } = platform;
  const now = clock();
  // Has another key than the second step of sign-ins, so that strangers do not lock the owner out of an open session.
  const key = `own-code:${user.id}`;
  const failures = await claimSignInAttempt(db, key, now, settings.rateLimitFactor);
  const isRight = await db.transaction(async tx => {
    if (!(await consumeFactorCode(platform, tx, user, code, now))) return false;
    await clearSignInFailures(tx, key);
    await confirmSession(tx, id, now);
    return true;
  });
  if (isRight) return;
  if (isWrongCodeAlarm(failures, settings.rateLimitFactor)) await warnOfWrongCodes(platform, user);
  throw new AppError(403, 'WRONG_CODE', 'El código no es correcto');
}
