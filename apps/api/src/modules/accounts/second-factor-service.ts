import type { SecondFactor } from '@minga/contract/identity';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteReset, findReset } from './factor-reset-repository.ts';
import { hashRecoveryCode, matchingStep, newRecoveryCodes, plainCode } from './factor-rules.ts';
import { countPasskeys, deletePasskeys } from './passkey-repository.ts';
import type { UserRow } from './repository.ts';
import { recoveryCodeUsedEmail, wrongCodesEmail } from './second-factor-mails.tsx';
import {
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  replaceRecoveryCodes,
} from './second-factor-repository.ts';

/** Whether the account asks for a second factor after the password: it has an authenticator app or a passkey. */
export const hasSecondFactor = async (db: Executor, userId: string): Promise<boolean> =>
  (await findTotp(db, userId)) !== null || (await countPasskeys(db, userId)) > 0;

/**
 * True if `entered` is a code of the account's app or a recovery code; it does not work again. Its owner has what a reset
 * would remove, so that it is cancelled. The use of a recovery code is announced by e-mail.
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
  await deleteReset(tx, user.id);
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

/** Removes every factor of a locked account; false if it had none. */
export async function removeFactors(tx: Transaction, userId: string): Promise<boolean> {
  await replaceRecoveryCodes(tx, userId, []);
  const passkeyCount = await deletePasskeys(tx, userId);
  return (await deleteTotp(tx, userId)) || passkeyCount > 0;
}

/** Deletes the recovery codes of a locked account that has no factor left. */
export async function removeUselessCodes(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, []);
}

/** Ten new recovery codes of a locked account replace the earlier ones. */
export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map(code => hashRecoveryCode(userId, plainCode(code))),
  );
  return codes;
}

/** Warns the owner of wrong codes after the right password. */
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
    resetDueAt: reset?.dueAt.toISOString() ?? null,
  };
}

/** With REQUIRE_SECOND_FACTOR=admins an account administers, and sees what is hidden, only with a second factor. */
export const meetsDemands = async (
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  userId: string,
): Promise<boolean> => settings.requireSecondFactor !== 'admins' || (await hasSecondFactor(db, userId));

/** Throws 403 for calls of administration until the caller meets the site's demands. */
export async function requireAdministratorsFactor(platform: Platform, { user }: Session): Promise<void> {
  if (await meetsDemands(platform, user.id)) return;
  throw new AppError(
    403,
    'SECOND_FACTOR_REQUIRED',
    'Para administrar necesitas un segundo factor. Actívalo en tu perfil, en «Seguridad».',
  );
}
