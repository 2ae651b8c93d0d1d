import type { Assertion } from '@minga/contract/passkey-responses';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteReset } from './factor-reset-repository.ts';
import { consumeChallenge } from './passkey-challenge-service.ts';
import { findPasskey, updatePasskey } from './passkey-repository.ts';
import type { PasskeyProblem } from './passkey-rules.ts';
import { lockAccount, type UserRow } from './repository.ts';
import { verifyAssertion } from './webauthn.ts';

/** A browser's proof: a passkey's response, and the cookie of its challenge. */
export interface PasskeyResponse {
  readonly response: Assertion;
  readonly browserToken: string | undefined;
}

type Proof =
  | { readonly problem: PasskeyProblem }
  /** The passkey's account, locked. It may be deactivated. */
  | { readonly problem: null; readonly user: UserRow };

/**
 * Uses up the challenge and checks a passkey's response, in a transaction that must commit also with a problem: a challenge is valid
 * for one attempt. Only passkeys of the account `ownerId` are known, if it is given. Throws 400 if the challenge is invalid.
 */
export async function provePasskey(
  { publicUrl, log }: Platform,
  tx: Transaction,
  { response, browserToken }: PasskeyResponse,
  now: Date,
  ownerId?: string,
): Promise<Proof> {
  const { clientDataJSON } = response.response;
  const clientData = await consumeChallenge(tx, { purpose: 'login' }, { clientDataJSON, browserToken }, now);
  const credentialId = Buffer.from(response.id, 'base64url');
  const userId = (await findPasskey(tx, credentialId))?.passkey.userId;
  if (userId === undefined || (ownerId !== undefined && userId !== ownerId)) return { problem: 'unknown' };
  const user = await lockAccount(tx, userId);
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
  // Its owner has what a reset would remove.
  await deleteReset(tx, user.id);
  return { problem: null, user };
}
