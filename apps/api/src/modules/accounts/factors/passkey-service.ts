import { randomBytes } from 'node:crypto';
import type { Assertion, Attestation } from '@minga/contract/passkey-responses';
import { PASSKEYS_MAX, type RegistrationOptions } from '@minga/contract/passkeys';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import {
  AppError,
  conflict,
  invalid,
  invalidToken,
  notFound,
  unauthenticated,
} from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, newToken } from '../../../platform/tokens.ts';
import { passkeyByOrigin } from '../limits.ts';
import { lockAccount, type UserRow } from '../repository.ts';
import { confirmSession } from '../session-repository.ts';
import { passkeyAddedEmail, passkeyRemovedEmail } from './mails.ts';
import {
  countPasskeys,
  deleteChallenge,
  deletePasskey,
  ensureHandle,
  findPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  updatePasskey,
} from './passkey-repository.ts';
import {
  CHALLENGE_SECONDS,
  type ClientData,
  type PasskeyProblem,
  passkeyName,
  problemSentences,
  readClientData,
  registrationOptions,
} from './passkey-rules.ts';
import { hasSecondFactor, removeUselessCodes, renewCodes, stopReset } from './service.ts';
import { verifyAssertion, verifyAttestation } from './webauthn.ts';

export type { PasskeyRow } from './passkey-repository.ts';

/** The use of a challenge: an account registers a passkey, or a browser signs in or confirms an identity. */
export type Purpose =
  | { readonly purpose: 'register'; readonly userId: string }
  | { readonly purpose: 'login' };

export interface NewChallenge {
  readonly challenge: string;
  /** The value of the challenge cookie, which must accompany the response. */
  readonly browserToken: string;
}

/** Stores a challenge for the browser of `earlierToken`. Its earlier challenges stay valid, since another tab may use them. */
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

/** Consumes the challenge of a response. Throws 400 if the challenge is unknown, used, expired or another browser's. */
async function consumeChallenge(
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

/** A passkey's response and the value of the browser's challenge cookie. */
export interface PasskeyResponse {
  readonly response: Assertion;
  readonly browserToken: string | undefined;
}

type Proof =
  | { readonly problem: PasskeyProblem }
  /** The passkey's account, which is locked and may be deactivated. */
  | { readonly problem: null; readonly user: UserRow };

/**
 * Consumes the challenge and verifies a passkey's response. The caller must commit the transaction even if there is a problem, since
 * a challenge is valid for one attempt. If `ownerId` is given, the passkeys of other accounts are rejected as unknown. Throws 400 if
 * the challenge is invalid.
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
  // Reads the passkey again, since its counter may have changed, or it may have been removed, before the lock.
  const known = await findPasskey(tx, credentialId);
  if (user === null || known === null) return { problem: 'unknown' };
  const verified = await verifyAssertion(response, known, { publicUrl, clientData });
  const { id } = known.passkey;
  if (verified.problem !== null) {
    if (verified.problem === 'counter') log.warn({ passkeyId: id }, 'the counter of a passkey went back');
    return verified;
  }
  await updatePasskey(tx, id, { counter: verified.counter, lastUsedAt: now });
  // Cancels a pending reset, since the owner still has a factor.
  await stopReset(tx, user.id);
  return { problem: null, user };
}

const HANDLE_BYTES = 32;
const TOO_MANY = `Ya tienes ${PASSKEYS_MAX} llaves de acceso. Quita una para agregar otra.`;
const KNOWN = `Esta llave de acceso ya está en una cuenta de ${SITE_NAME}.`;
const UNKNOWN = 'Esa llave de acceso ya no está en tu cuenta';
const NOT_CREATED = 'No pudimos comprobar la llave de acceso que creó tu dispositivo. Vuelve a intentarlo.';

/** The account's passkeys, the newest first. */
export const ownPasskeys = ({ db }: Pick<Platform, 'db'>, userId: string): Promise<PasskeyRow[]> =>
  listPasskeys(db, userId);

/** Returns the options to create a passkey and its challenge. Throws 409 if the account already has `PASSKEYS_MAX` passkeys. */
export async function startRegistration(
  platform: Platform,
  { user }: Session,
  client: { address: string; browserToken: string | undefined },
): Promise<NewChallenge & { options: RegistrationOptions }> {
  const { db, limits, publicUrl } = platform;
  await limits.count(passkeyByOrigin, client.address);
  const existing = await listPasskeys(db, user.id);
  if (existing.length >= PASSKEYS_MAX) throw conflict(TOO_MANY);
  const handle = await ensureHandle(db, user.id, randomBytes(HANDLE_BYTES));
  const started = await newChallenge(platform, { purpose: 'register', userId: user.id }, client.browserToken);
  const options = registrationOptions({ publicUrl, user, handle, existing, challenge: started.challenge });
  return { ...started, options };
}

/**
 * Stores the passkey that the browser created and informs the owner. An account that had no factor gets recovery codes. Throws 400 if
 * the challenge or the response is invalid, which consumes the challenge, 403 if another site's page created the passkey, and 409 if
 * the account has `PASSKEYS_MAX` passkeys or an account already has this one.
 */
export async function registerPasskey(
  platform: Platform,
  { user }: Session,
  { response, name }: { response: Attestation; name: string },
  client: { address: string; userAgent: string; browserToken: string | undefined },
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] }> {
  const { db, clock, limits, mailer, publicUrl } = platform;
  await limits.count(passkeyByOrigin, client.address);
  const now = clock();
  const row = { userId: user.id, name: passkeyName(name, client.userAgent), createdAt: now };
  const email = await passkeyAddedEmail(user, row.name, publicUrl);
  const answer = { ...client, clientDataJSON: response.response.clientDataJSON };
  const purpose = { purpose: 'register', userId: user.id } as const;
  const outcome = await db.transaction(async tx => {
    if ((await lockAccount(tx, user.id)) === null) throw unauthenticated();
    const clientData = await consumeChallenge(tx, purpose, answer, now);
    const verified = await verifyAttestation(response, { publicUrl, clientData });
    // Returns instead of throwing, so that the transaction commits the use of the challenge.
    if (verified.problem !== null) return verified;
    const { problem: _, ...credential } = verified;
    if ((await countPasskeys(tx, user.id)) >= PASSKEYS_MAX) throw conflict(TOO_MANY);
    const isFirstFactor = !(await hasSecondFactor(tx, user.id));
    const passkey = await insertPasskey(tx, { ...row, ...credential });
    if (passkey === null) throw conflict(KNOWN);
    // A pending reset would remove the new factor again.
    await stopReset(tx, user.id);
    await mailer.send(tx, email, { kind: 'passkeyAddedEmail', cause: 'recipient', accountId: user.id });
    return { problem: null, passkey, recoveryCodes: isFirstFactor ? await renewCodes(tx, user.id) : [] };
  });
  if (outcome.problem !== null) throw registrationError(outcome.problem);
  return outcome;
}

/** Removes one of the account's passkeys and informs the owner. Throws 404 if the account has no such passkey. */
export async function removePasskey(
  { db, mailer, publicUrl }: Platform,
  { user }: Session,
  id: string,
): Promise<void> {
  const passkey = (await listPasskeys(db, user.id)).find(own => own.id === id);
  if (passkey === undefined) throw notFound(UNKNOWN);
  const email = await passkeyRemovedEmail(user, passkey.name, publicUrl);
  await db.transaction(async tx => {
    await lockAccount(tx, user.id);
    if (!(await deletePasskey(tx, user.id, id))) throw notFound(UNKNOWN);
    await removeUselessCodes(tx, user.id);
    await mailer.send(tx, email, { kind: 'passkeyRemovedEmail', cause: 'recipient', accountId: user.id });
  });
}

/** Maps a problem to a 403 or 400, since a 401 would end the session. */
function registrationError(problem: PasskeyProblem): AppError {
  if (problem === 'page') return new AppError(403, 'FOREIGN_ORIGIN', problemSentences.page);
  return invalid([problem === 'user' ? problemSentences.user : NOT_CREATED]);
}

const FOREIGN = 'Esta llave de acceso no es de tu cuenta. Usa otra, o tu contraseña.';

/**
 * Confirms the session by one of the account's own passkeys, for 15 minutes. Throws 400 if the challenge is invalid, and 403 for
 * every other problem, since a 401 would end the session.
 */
export async function confirmByPasskey(
  platform: Platform,
  { id, user }: Session,
  response: PasskeyResponse,
  origin: string,
): Promise<void> {
  const { db, clock, limits } = platform;
  await limits.count(passkeyByOrigin, origin);
  const now = clock();
  const problem = await db.transaction(async tx => {
    const proof = await provePasskey(platform, tx, response, now, user.id);
    if (proof.problem === null) await confirmSession(tx, id, now);
    return proof.problem;
  });
  if (problem === null) return;
  const sentence = problem === 'unknown' ? FOREIGN : problemSentences[problem];
  throw new AppError(403, problem === 'page' ? 'FOREIGN_ORIGIN' : 'WRONG_PASSKEY', sentence);
}
