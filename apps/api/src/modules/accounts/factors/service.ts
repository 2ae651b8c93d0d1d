import type { SecondFactor } from '@minga/contract/identity';
import { RESET_HOURS } from '@minga/contract/second-factor';
import type { TotpSetup } from '@minga/contract/totp';
import type { Database, Executor, Transaction } from '../../../platform/database/connection.ts';
import { type Claim, cancel, schedule } from '../../../platform/due-work/due-work.ts';
import { AppError, conflict, invalidToken, unauthenticated } from '../../../platform/errors.ts';
import { requireConfirmedIdentity, type Session } from '../../../platform/http/session.ts';
import { newMailedLink } from '../../../platform/mail/personal-link.tsx';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { claimSignInAttempt, clearSignInFailures } from '../password-service.ts';
import { findUserByEmail, findUserById, lockAccount, type UserRow } from '../repository.ts';
import { confirmSession } from '../session-repository.ts';
import {
  authenticatorAddedEmail,
  authenticatorRemovedEmail,
  recoveryCodesRenewedEmail,
  recoveryCodeUsedEmail,
  secondFactorResetEmail,
  secondFactorResetStartedEmail,
  wrongCodesEmail,
} from './mails.ts';
import { countPasskeys, deletePasskeys } from './passkey-repository.ts';
import {
  confirmTotpSetup,
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  deleteTotp,
  type FactorReset,
  findReset,
  findResetByToken,
  findTotp,
  findTotpSetup,
  insertReset,
  replaceRecoveryCodes,
  setRequester,
  takeReset,
  upsertTotpSetup,
} from './repository.ts';
import {
  base32,
  hashRecoveryCode,
  matchingStep,
  newRecoveryCodes,
  newTotpSecret,
  plainCode,
  SETUP_SECONDS,
  totpUri,
} from './rules.ts';

/** Whether signing in takes a second factor after the password: the account has an authenticator app or a passkey. */
export const hasSecondFactor = async (db: Executor, userId: string): Promise<boolean> =>
  (await findTotp(db, userId)) !== null || (await countPasskeys(db, userId)) > 0;

/**
 * Returns true if `entered` is a code of the account's app or a recovery code, and consumes it. Cancels a pending reset,
 * since the owner still has a factor, and notifies the owner of a used recovery code by e-mail.
 */
export async function consumeFactorCode(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email' | 'username'>,
  entered: string,
  now: Date,
): Promise<boolean> {
  const totp = await findTotp(tx, user.id);
  const code = plainCode(entered);
  const step = totp && matchingStep(totp, code, now);
  const isTotp = step !== null && (await consumeTotpStep(tx, user.id, step));
  const isRecovery = !isTotp && (await consumeRecoveryCode(tx, user.id, hashRecoveryCode(user.id, code)));
  if (!isTotp && !isRecovery) return false;
  await stopReset(tx, user.id);
  if (isRecovery) {
    const left = await countRecoveryCodes(tx, user.id);
    await mailer.send(tx, await recoveryCodeUsedEmail(user, left, publicUrl), {
      kind: 'recoveryCodeUsedEmail',
      cause: 'recipient',
      accountId: user.id,
    });
  }
  return true;
}

/** Removes every factor of a locked account. Returns false if it had none. */
async function removeFactors(tx: Transaction, userId: string): Promise<boolean> {
  await replaceRecoveryCodes(tx, userId, []);
  const passkeyCount = await deletePasskeys(tx, userId);
  return (await deleteTotp(tx, userId)) || passkeyCount > 0;
}

/** Deletes the recovery codes of a locked account that has no factor left. */
export async function removeUselessCodes(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, []);
}

/** Replaces the recovery codes of a locked account by ten new ones, which it returns. */
export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map(code => hashRecoveryCode(userId, plainCode(code))),
  );
  return codes;
}

/** Warns the owner by e-mail of several wrong codes, in a sign-in after the right password or in an open session. */
export async function warnOfWrongCodes(
  { db, mailer, publicUrl }: Platform,
  user: Pick<UserRow, 'id' | 'email' | 'username'>,
): Promise<void> {
  const email = await wrongCodesEmail(user, publicUrl);
  const sent = { kind: 'wrongCodesEmail', cause: 'visitor', accountId: user.id } as const;
  await db.transaction(async tx => void (await mailer.send(tx, email, sent)));
}

export async function ownSecondFactor({ db }: Platform, { user }: Session): Promise<SecondFactor> {
  const totp = await findTotp(db, user.id);
  const reset = await findReset(db, user.id);
  return {
    totp: totp?.confirmedAt ? { since: totp.confirmedAt.toISOString() } : null,
    passkeyCount: await countPasskeys(db, user.id),
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    resetDueAt: reset && resetDueAt(reset).toISOString(),
  };
}

/** Whether the account has the second factor that REQUIRE_SECOND_FACTOR=admins requires to administer and to see hidden content. */
export const meetsDemands = async (
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  userId: string,
): Promise<boolean> => settings.requireSecondFactor !== 'admins' || (await hasSecondFactor(db, userId));

/** Throws 403 if the caller lacks the second factor that the site requires for administration. */
export async function requireAdministratorsFactor(platform: Platform, { user }: Session): Promise<void> {
  if (await meetsDemands(platform, user.id)) return;
  throw new AppError(
    403,
    'SECOND_FACTOR_REQUIRED',
    'Para administrar necesitas un segundo factor. Actívalo en tu perfil, en «Seguridad».',
  );
}

/** Creates a secret, which takes effect when `confirmTotp` accepts a code of it. Throws 409 if the account has a confirmed app. */
export async function startTotp(platform: Platform, session: Session): Promise<TotpSetup> {
  const now = platform.clock();
  requireConfirmedIdentity(session, now);
  const secret = newTotpSecret();
  return platform.db.transaction(async tx => {
    const { id, email } = await lockOwn(tx, session);
    if ((await findTotp(tx, id)) !== null)
      throw conflict('Ya usas una aplicación de códigos. Quítala primero.');
    await upsertTotpSetup(tx, { userId: id, secret, createdAt: now });
    return { secret: base32(secret), uri: totpUri(secret, email, platform.site.current().name) };
  });
}

/**
 * Confirms the secret by its first code and returns new recovery codes. Throws 403 if the code is wrong, which counts like a wrong
 * password, and 409 if there is no secret to confirm.
 */
export async function confirmTotp(platform: Platform, session: Session, entered: string): Promise<string[]> {
  const { db, clock, settings, mailer, publicUrl } = platform;
  const now = clock();
  requireConfirmedIdentity(session, now);
  const key = `totp:${session.user.id}`;
  await claimSignInAttempt(db, key, now, settings.rateLimitFactor);
  return db.transaction(async tx => {
    const user = await lockOwn(tx, session);
    const setup = await findTotpSetup(tx, user.id, new Date(now.getTime() - SETUP_SECONDS * 1000));
    if (setup === null) throw conflict('Empieza de nuevo: ese código QR ya no sirve.');
    const step = matchingStep(setup, plainCode(entered), now);
    if (step === null) throw wrongFirstCode();
    await clearSignInFailures(tx, key);
    // A pending reset would remove the new factor again.
    await stopReset(tx, user.id);
    await confirmTotpSetup(tx, user.id, { confirmedAt: now, lastStep: step });
    await confirmSession(tx, session.id, now);
    await mailer.send(tx, await authenticatorAddedEmail(user, publicUrl), {
      kind: 'authenticatorAddedEmail',
      cause: 'recipient',
      accountId: user.id,
    });
    return renewCodes(tx, user.id);
  });
}

/** Removes the app or an unconfirmed secret, and the recovery codes unless the account has passkeys. */
export async function removeTotp(platform: Platform, session: Session): Promise<void> {
  const { db, clock, mailer, publicUrl } = platform;
  requireConfirmedIdentity(session, clock());
  await db.transaction(async tx => {
    const user = await lockOwn(tx, session);
    await stopReset(tx, user.id);
    if (!(await deleteTotp(tx, user.id))) return;
    await removeUselessCodes(tx, user.id);
    const hasPasskeys = await hasSecondFactor(tx, user.id);
    await mailer.send(tx, await authenticatorRemovedEmail(user, hasPasskeys, publicUrl), {
      kind: 'authenticatorRemovedEmail',
      cause: 'recipient',
      accountId: user.id,
    });
  });
}

/** Replaces the recovery codes by ten new ones. Throws 409 if the account has no second factor. */
export async function renewRecoveryCodes(platform: Platform, session: Session): Promise<string[]> {
  const { db, clock, mailer, publicUrl } = platform;
  requireConfirmedIdentity(session, clock());
  return db.transaction(async tx => {
    const user = await lockOwn(tx, session);
    if (!(await hasSecondFactor(tx, user.id)))
      throw conflict('Activa primero una aplicación de códigos o una llave de acceso.');
    await mailer.send(tx, await recoveryCodesRenewedEmail(user, publicUrl), {
      kind: 'recoveryCodesRenewedEmail',
      cause: 'recipient',
      accountId: user.id,
    });
    return renewCodes(tx, user.id);
  });
}

async function lockOwn(tx: Transaction, { user: { id } }: Session): Promise<UserRow> {
  const user = await lockAccount(tx, id);
  if (user === null) throw unauthenticated();
  return user;
}

const wrongFirstCode = () =>
  new AppError(
    403,
    'WRONG_CODE',
    'El código no es correcto. Escribe el que muestra ahora la aplicación y revisa que la hora de tu celular sea automática.',
  );

/** Locks the account of an address and returns it, or null if there is none. */
export async function lockAccountOf(tx: Transaction, email: string): Promise<UserRow | null> {
  const user = await findUserByEmail(tx, email);
  return user && lockAccount(tx, user.id);
}

/**
 * Starts the removal of all second factors of a locked account, and mails its owner the link that cancels it. If a removal is
 * already pending, only records its new requester and returns `isNew: false`. Returns the time at which the removal takes effect.
 * Throws 409 if the account has no second factor.
 */
export async function startReset(
  { clock, mailer, publicUrl, settings }: Platform,
  tx: Transaction,
  user: UserRow,
  requestedBy: string,
): Promise<{ dueAt: Date; isNew: boolean }> {
  const earlier = await findReset(tx, user.id);
  if (earlier !== null) {
    await setRequester(tx, user.id, requestedBy);
    return { dueAt: resetDueAt(earlier), isNew: false };
  }
  if (!(await hasSecondFactor(tx, user.id))) throw conflict('Esa cuenta no tiene segundo factor');
  const requestedAt = clock();
  const dueAt = resetDueAt({ requestedAt });
  const { url, tokenHash } = newMailedLink({ publicUrl }, '/segundo-factor');
  await schedule(tx, FACTOR_RESETS, { key: user.id, at: dueAt });
  await insertReset(tx, { userId: user.id, tokenHash, requestedAt, requestedBy });
  const email = await secondFactorResetStartedEmail(user, { dueAt, url, timeZone: settings.timeZone });
  await mailer.send(tx, email, {
    kind: 'secondFactorResetStartedEmail',
    cause: 'site',
    accountId: user.id,
  });
  return { dueAt, isNew: true };
}

/** Cancels a reset by the token of the mailed link. Throws 400 if there is none. */
export async function cancelReset({ db }: Platform, token: string): Promise<void> {
  const isCancelled = await db.transaction(async tx => {
    const found = await findResetByToken(tx, hashToken(token));
    if (found === null) return false;
    // The account's lock serialises the cancellation with the end of this reset and the start of another.
    await lockAccount(tx, found.userId);
    const isPending = (await findResetByToken(tx, found.tokenHash)) !== null;
    if (isPending) await stopReset(tx, found.userId);
    return isPending;
  });
  if (!isCancelled) throw invalidToken('Este enlace ya no sirve: el cambio se detuvo antes, o ya se hizo.');
}

/** The due work that ends a reset. Its key is the account's id. */
export const FACTOR_RESETS = 'factorResets';

const resetDueAt = ({ requestedAt }: Pick<FactorReset, 'requestedAt'>): Date =>
  new Date(requestedAt.getTime() + RESET_HOURS * 3_600_000);

/** Cancels the account's reset, if there is one. Deletes the rows in the same order as `finishReset`. */
export async function stopReset(tx: Transaction, userId: string): Promise<void> {
  await cancel(tx, FACTOR_RESETS, [userId]);
  await takeReset(tx, userId);
}

/**
 * Removes the factors of a due reset, informs the owner and returns the reset. Returns null if it was cancelled or completed before the
 * lock, or if its requester is no longer an active superadmin, which ends the reset without effect.
 */
export async function finishReset(
  { mailer, publicUrl }: Platform,
  tx: Transaction,
  userId: string,
  claim: Claim,
): Promise<FactorReset | null> {
  const user = await lockAccount(tx, userId);
  if ((await claim()) === null) return null;
  const reset = await takeReset(tx, userId);
  if (user === null || reset === null) return null;
  const requester = await findUserById(tx, reset.requestedBy);
  if (requester?.role !== 'superadmin' || !requester.isActive) return null;
  if (await removeFactors(tx, user.id)) {
    await mailer.send(tx, await secondFactorResetEmail(user, publicUrl), {
      kind: 'secondFactorResetEmail',
      cause: 'site',
      accountId: user.id,
    });
  }
  return reset;
}

/**
 * Removes all second factors of an account immediately, for the operator's command. Returns false if there is no such account or it
 * has none.
 */
export const resetNow = (db: Database, email: string): Promise<boolean> =>
  db.transaction(async tx => {
    const user = await lockAccountOf(tx, email);
    if (user === null) return false;
    await stopReset(tx, user.id);
    return removeFactors(tx, user.id);
  });
