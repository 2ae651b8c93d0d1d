import type { IdentityProof } from '@minga/contract/identity';
import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { reauthenticate } from './reauthentication-service.ts';
import { isWrongCodeAlarm } from './rules.ts';
import { consumeFactorCode, warnOfWrongCodes } from './second-factor-service.ts';
import { confirmSession } from './session-repository.ts';
import { claimSignInAttempt, clearSignInFailures } from './sign-in-guard-service.ts';

/** Confirms the session by the account's password or a code, for 15 minutes. Throws 403 if it is wrong. */
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
  // Counted separately from the second step of sign-ins: strangers must not lock the owner out of an open session.
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
