import { randomBytes } from 'node:crypto';
import type { Attestation } from '@minga/contract/passkey-responses';
import { PASSKEYS_MAX, type RegistrationOptions } from '@minga/contract/passkeys';
import { AppError, conflict, invalid, notFound, unauthenticated } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteReset } from './factor-reset-repository.ts';
import { passkeyByOrigin } from './limits.ts';
import { consumeChallenge, type NewChallenge, newChallenge } from './passkey-challenge-service.ts';
import { passkeyAddedEmail, passkeyRemovedEmail } from './passkey-mails.tsx';
import {
  countPasskeys,
  deletePasskey,
  ensureHandle,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
} from './passkey-repository.ts';
import { type PasskeyProblem, passkeyName, problemSentences, registrationOptions } from './passkey-rules.ts';
import { lockAccount } from './repository.ts';
import { hasSecondFactor, removeUselessCodes, renewCodes } from './second-factor-service.ts';
import { verifyAttestation } from './webauthn.ts';

export type { PasskeyRow } from './passkey-repository.ts';

const HANDLE_BYTES = 32;
const TOO_MANY = `Ya tienes ${PASSKEYS_MAX} llaves de acceso. Quita una para agregar otra.`;
const KNOWN = 'Esta llave de acceso ya está en una cuenta de Minga.';
const UNKNOWN = 'Esa llave de acceso ya no está en tu cuenta';
const NOT_CREATED = 'No pudimos comprobar la llave de acceso que creó tu dispositivo. Vuelve a intentarlo.';

/** The account's passkeys, the newest first. */
export const ownPasskeys = ({ db }: Pick<Platform, 'db'>, userId: string): Promise<PasskeyRow[]> =>
  listPasskeys(db, userId);

/** Options to create a passkey, with its challenge for this browser. Throws 409 if the account has `PASSKEYS_MAX` already. */
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
 * Stores the passkey that the browser created and informs the owner. An account without a factor gets recovery codes. Throws 400 if the challenge or the response is invalid, which
 * uses up the challenge, 403 if another site's page created it, and 409 if the account has `PASSKEYS_MAX` or a passkey is known.
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
    // Returned instead of thrown: the challenge is used up.
    if (verified.problem !== null) return verified;
    const { problem: _, ...credential } = verified;
    if ((await countPasskeys(tx, user.id)) >= PASSKEYS_MAX) throw conflict(TOO_MANY);
    const isFirstFactor = !(await hasSecondFactor(tx, user.id));
    const passkey = await insertPasskey(tx, { ...row, ...credential });
    if (passkey === null) throw conflict(KNOWN);
    // As in `confirmTotp`.
    await deleteReset(tx, user.id);
    await mailer.send(tx, email, { kind: 'passkeyAddedEmail', cause: 'recipient', accountId: user.id });
    return { problem: null, passkey, recoveryCodes: isFirstFactor ? await renewCodes(tx, user.id) : [] };
  });
  if (outcome.problem !== null) throw registrationError(outcome.problem);
  return outcome;
}

/** Removes one of the account's passkeys and informs the owner; 404 for any other. */
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

/** Not 401, which would end the session. */
function registrationError(problem: PasskeyProblem): AppError {
  if (problem === 'page') return new AppError(403, 'FOREIGN_ORIGIN', problemSentences.page);
  return invalid([problem === 'user' ? problemSentences.user : NOT_CREATED]);
}
