import type { Assertion, LoginOptions } from '@minga/contract/passkeys';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError, unauthenticated } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { passkeyByOrigin, signInByOrigin } from './limits.ts';
import { consumeChallenge, type NewChallenge, newChallenge } from './passkey-challenge-service.ts';
import { findPasskey, updatePasskey } from './passkey-repository.ts';
import { loginOptions, type PasskeyProblem, problemSentences } from './passkey-rules.ts';
import { lockAccount, type UserRow } from './repository.ts';
import { type ClientInfo, type ClientTokens, closeSession, openKnownSession } from './session-service.ts';
import { accountDeactivated } from './sign-in-service.ts';
import { verifyAssertion } from './webauthn.ts';

/** What a browser sends: a passkey's response, and the cookie of its challenge. */
export interface PasskeyResponse {
  readonly response: Assertion;
  readonly browserToken: string | undefined;
}

type Proof =
  | { readonly problem: PasskeyProblem }
  /** The passkey's account, locked. It may be deactivated. */
  | { readonly problem: null; readonly user: UserRow };

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
 * Uses up the challenge and checks a passkey's response, in a transaction that must commit also with a problem: a challenge is valid
 * for one attempt. Throws 400 if the challenge is invalid.
 */
export async function provePasskey(
  { publicUrl, log }: Platform,
  tx: Transaction,
  { response, browserToken }: PasskeyResponse,
  now: Date,
): Promise<Proof> {
  const { clientDataJSON } = response.response;
  const clientData = await consumeChallenge(tx, { purpose: 'login' }, { clientDataJSON, browserToken }, now);
  const credentialId = Buffer.from(response.id, 'base64url');
  const owner = (await findPasskey(tx, credentialId))?.passkey.userId;
  const user = owner === undefined ? null : await lockAccount(tx, owner);
  // Again, since its counter and the passkey itself may have changed before the lock.
  const known = await findPasskey(tx, credentialId);
  if (user === null || known === null) return { problem: 'unknown' };
  const verified = await verifyAssertion(response, known, { publicUrl, clientData });
  const { id } = known.passkey;
  if (verified.problem !== null) {
    if (verified.problem === 'counter') log.warn({ passkeyId: id }, 'the counter of a passkey went back');
    return verified;
  }
  await updatePasskey(tx, id, { counter: verified.counter, lastUsedAt: now });
  return { problem: null, user };
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
