import type { Executor } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { deleteChallenge, insertChallenge } from './passkey-repository.ts';
import { CHALLENGE_SECONDS, type ClientData, readClientData } from './passkey-rules.ts';

/** The recipient of a challenge: the account that registers a passkey, or a browser that signs in. */
export type Purpose =
  | { readonly purpose: 'register'; readonly userId: string }
  | { readonly purpose: 'login' };

export interface NewChallenge {
  readonly challenge: string;
  /** Of the cookie that the answer must come with. */
  readonly browserToken: string;
}

/** Stores a challenge for the browser with this cookie, whose earlier challenges stay valid: another tab may answer them. */
export async function newChallenge(
  { db, clock }: Platform,
  purpose: Purpose,
  earlierToken: string | undefined,
): Promise<NewChallenge> {
  const challenge = newToken();
  const browserToken = earlierToken ?? newToken();
  await insertChallenge(db, {
    ...purpose,
    challengeHash: hashToken(challenge),
    browserHash: hashToken(browserToken),
    expiresAt: new Date(clock().getTime() + CHALLENGE_SECONDS * 1000),
  });
  return { challenge, browserToken };
}

/** Uses up the challenge that a browser answered. Throws 400 if it is unknown, used, expired or another browser's. */
export async function consumeChallenge(
  tx: Executor,
  purpose: Purpose,
  { clientDataJSON, browserToken }: { clientDataJSON: string; browserToken: string | undefined },
  now: Date,
): Promise<ClientData> {
  const clientData = readClientData(clientDataJSON);
  const challenge = {
    userId: null,
    ...purpose,
    challengeHash: hashToken(clientData?.challenge ?? ''),
    browserHash: hashToken(browserToken ?? ''),
  };
  if (clientData === null || !(await deleteChallenge(tx, challenge, now)))
    throw invalidToken('Este intento venció o ya se usó. Vuelve a intentarlo.');
  return clientData;
}
