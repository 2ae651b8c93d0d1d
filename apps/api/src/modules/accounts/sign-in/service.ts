import type { LoginOptions } from '@minga/contract/passkeys';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Executor } from '../../../platform/database/connection.ts';
import { AppError, unauthenticated } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import type { Settings } from '../../../settings.ts';
import { loginOptions, type PasskeyProblem, problemSentences } from '../factors/passkey-rules.ts';
import {
  type NewChallenge,
  newChallenge,
  type PasskeyResponse,
  provePasskey,
} from '../factors/passkey-service.ts';
import { deletePendingSignIn, findPendingSignIn, insertPendingSignIn } from '../factors/repository.ts';
import { digestOf, PENDING_SIGN_IN_SECONDS } from '../factors/rules.ts';
import { consumeFactorCode, hasSecondFactor, warnOfWrongCodes } from '../factors/service.ts';
import { passkeyByOrigin, secondStepByOrigin, signInByOrigin } from '../limits.ts';
import {
  claimSignInAttempt,
  clearSignInFailures,
  hashPassword,
  verifyPassword,
} from '../password-service.ts';
import { findPendingHash, findUserByEmail, hasPendingHash, type UserRow } from '../repository.ts';
import { contactAdvice, isWrongCodeAlarm } from '../rules.ts';
import {
  type ClientInfo,
  type ClientTokens,
  closeSession,
  openKnownSession,
  signInFailureKey,
} from './session-service.ts';

/** Stores a sign-in whose password was right, and returns the token that identifies it for ten minutes. */
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

/** The account of a pending sign-in. Throws 401 INVALID_TOKEN if the sign-in is unknown, expired, used or older than the password. */
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
 * Completes a sign-in by a code of the app or a recovery code. Wrong codes of both kinds throw the same 401. They are counted like
 * wrong passwords, by known device or e-mail, and the calls by network address.
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

const ADMINISTRATORS = `habla con quien administra ${SITE_NAME} en tu comunidad`;
const WRONG = 'Correo o contraseña incorrectos';

/** The tokens of a session, or the token of a sign-in that is pending the second factor. */
export type SignedIn = (ClientTokens & { readonly user: UserRow }) | { readonly pendingToken: string };

/**
 * Signs in. An account with a second factor gets a token for `enterSecondFactor` instead of a session. An unknown e-mail and a
 * wrong password throw the same error after the same work; only the right password reveals that an account is unverified or
 * deactivated (docs/rules.md R2.7).
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
  // The second factor is looked up last, so that a wrong password takes as long with a second factor as without.
  if (await hasSecondFactor(db, user.id)) return { pendingToken: await openPendingSignIn(db, user, clock()) };
  return db.transaction(async tx => {
    // A browser has one session: signing in ends the earlier one and never adopts its token.
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { user, ...(await openKnownSession(tx, user, client, clock())) };
  });
}

const accountDeactivated = (settings: Settings) =>
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

/** Returns the options to sign in, which differ between callers only in the challenge, and the challenge. */
export async function startPasskeyLogin(
  platform: Platform,
  { address, browserToken }: { address: string; browserToken: string | undefined },
): Promise<NewChallenge & { options: LoginOptions }> {
  await platform.limits.count(passkeyByOrigin, address);
  const started = await newChallenge(platform, { purpose: 'login' }, browserToken);
  return { ...started, options: loginOptions(platform.publicUrl, started.challenge) };
}

/**
 * Signs in with a passkey and no second factor: possession of the device is one, and the device has verified its user. Throws 401 if
 * the passkey is unknown or invalid, 403 from another site's page and for a deactivated account, and 400 if the challenge is invalid.
 */
export async function signInWithPasskey(
  platform: Platform,
  response: PasskeyResponse,
  client: ClientInfo,
  earlierToken: string | undefined,
): Promise<ClientTokens & { user: UserRow }> {
  const { db, clock, limits, settings } = platform;
  await limits.count(signInByOrigin, client.address);
  const now = clock();
  const outcome = await db.transaction(async tx => {
    const proof = await provePasskey(platform, tx, response, now);
    if (proof.problem !== null) return proof;
    if (!proof.user.isActive) return { ...proof, tokens: null };
    // A browser has one session: signing in ends the earlier one and never adopts its token.
    if (earlierToken !== undefined) await closeSession(tx, earlierToken);
    return { ...proof, tokens: await openKnownSession(tx, proof.user, client, now) };
  });
  if (outcome.problem !== null) throw signInError(outcome.problem);
  if (outcome.tokens === null) throw accountDeactivated(settings);
  return { user: outcome.user, ...outcome.tokens };
}

const signInError = (problem: PasskeyProblem) =>
  problem === 'page'
    ? new AppError(403, 'FOREIGN_ORIGIN', problemSentences.page)
    : unauthenticated(problemSentences[problem]);
