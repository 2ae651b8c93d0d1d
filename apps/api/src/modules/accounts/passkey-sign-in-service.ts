import type { LoginOptions } from '@minga/contract/passkeys';
import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { passkeyByOrigin, signInByOrigin } from './limits.ts';
import { type NewChallenge, newChallenge } from './passkey-challenge-service.ts';
import { type PasskeyResponse, provePasskey } from './passkey-proof-service.ts';
import { loginOptions, type PasskeyProblem, problemSentences } from './passkey-rules.ts';
import type { UserRow } from './repository.ts';
import { type ClientInfo, type ClientTokens, closeSession, openKnownSession } from './session-service.ts';
import { accountDeactivated } from './sign-in-service.ts';

/** Options to sign in, the same for every caller, with their challenge for this browser. */
export async function startPasskeyLogin(
  platform: Platform,
  { address, browserToken }: { address: string; browserToken: string | undefined },
): Promise<NewChallenge & { options: LoginOptions }> {
  await platform.limits.count(passkeyByOrigin, address);
  const started = await newChallenge(platform, { purpose: 'login' }, browserToken);
  return { ...started, options: loginOptions(platform.publicUrl, started.challenge) };
}

/**
 * Signs in with a passkey alone: it is something that its owner has, and the device has checked who uses it. Throws 401 if the
 * passkey is unknown or invalid, 403 from another site's page and for a deactivated account, and 400 if the challenge is invalid.
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
