import type { Executor } from '../../platform/database/connection.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { digestOf, PENDING_SIGN_IN_SECONDS } from './factor-rules.ts';
import { signInFailureKey } from './known-device-service.ts';
import { secondStepByOrigin } from './limits.ts';
import { deletePendingSignIn, findPendingSignIn, insertPendingSignIn } from './pending-sign-in-repository.ts';
import type { UserRow } from './repository.ts';
import { isWrongCodeAlarm } from './rules.ts';
import { consumeFactorCode, warnOfWrongCodes } from './second-factor-service.ts';
import { type ClientInfo, type ClientTokens, closeSession, openKnownSession } from './session-service.ts';
import { claimSignInAttempt, clearSignInFailures } from './sign-in-guard-service.ts';

/** Stores that the password of a sign-in was right, and returns the token that proves it for ten minutes. */
export async function openPendingSignIn(
  db: Executor,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
  now: Date,
): Promise<string> {
  const token = newToken();
  await insertPendingSignIn(db, {
    tokenHash: hashToken(token),
    userId: id,
    passwordDigest: digestOf(passwordHash),
    expiresAt: new Date(now.getTime() + PENDING_SIGN_IN_SECONDS * 1000),
  });
  return token;
}

/** The account of a pending sign-in. Throws 401 INVALID_TOKEN if it is unknown, expired, used or older than the password. */
async function readPendingSignIn(
  db: Executor,
  token: string | undefined,
  now: Date,
): Promise<{ user: UserRow; tokenHash: Buffer }> {
  const tokenHash = hashToken(token ?? '');
  const found = await findPendingSignIn(db, tokenHash, now);
  if (found === null || !found.pending.passwordDigest.equals(digestOf(found.user.passwordHash)))
    throw startOver();
  return { user: found.user, tokenHash };
}

/**
 * Finishes a sign-in by a code of the app or a recovery code. Both get the same error if they are wrong; wrong codes count like
 * wrong passwords, by account and known device and by network address.
 */
export async function enterSecondFactor(
  platform: Platform,
  token: string | undefined,
  code: string,
  client: ClientInfo,
  earlierToken: string | undefined,
): Promise<ClientTokens & { user: UserRow }> {
  const { db, clock, limits, settings } = platform;
  const now = clock();
  await limits.count(secondStepByOrigin, client.address);
  const { user, tokenHash } = await readPendingSignIn(db, token, now);
  const key = `factor:${await signInFailureKey(db, user.email, client.deviceToken)}`;
  const failures = await claimSignInAttempt(db, key, now, settings.rateLimitFactor);
  const opened = await db.transaction(async tx => {
    if (!(await consumeFactorCode(platform, tx, user, code, now))) return null;
    if (!(await deletePendingSignIn(tx, tokenHash))) throw startOver();
    await clearSignInFailures(tx, key);
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { user, ...(await openKnownSession(tx, user, client, now)) };
  });
  if (opened !== null) return opened;
  if (isWrongCodeAlarm(failures, settings.rateLimitFactor)) await warnOfWrongCodes(platform, user);
  throw new AppError(401, 'WRONG_CODE', 'El código no es correcto');
}

const startOver = () =>
  new AppError(
    401,
    'INVALID_TOKEN',
    'Pasó mucho tiempo o la contraseña cambió. Escribe otra vez tu correo y tu contraseña.',
  );
