import type { TotpSetup } from '@minga/contract/totp';
import type { Transaction } from '../../platform/database/connection.ts';
import { AppError, conflict, unauthenticated } from '../../platform/errors.ts';
import { requireConfirmedIdentity } from '../../platform/http/confirmed-identity.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteReset } from './factor-reset-repository.ts';
import { base32, matchingStep, newTotpSecret, plainCode, SETUP_SECONDS, totpUri } from './factor-rules.ts';
import { lockAccount, type UserRow } from './repository.ts';
import {
  authenticatorAddedEmail,
  authenticatorRemovedEmail,
  recoveryCodesRenewedEmail,
} from './second-factor-mails.tsx';
import {
  confirmTotpSetup,
  deleteTotp,
  findTotp,
  findTotpSetup,
  upsertTotpSetup,
} from './second-factor-repository.ts';
import { hasSecondFactor, removeUselessCodes, renewCodes } from './second-factor-service.ts';
import { confirmSession } from './session-repository.ts';
import { claimSignInAttempt, clearSignInFailures } from './sign-in-guard-service.ts';

/** Creates a secret, which is in force once `confirmTotp` gets a code of it. Throws 409 if one is in force already. */
export async function startTotp(platform: Platform, session: Session): Promise<TotpSetup> {
  const now = platform.clock();
  requireConfirmedIdentity(session, now);
  const secret = newTotpSecret();
  return platform.db.transaction(async tx => {
    const { id, email } = await lockOwn(tx, session);
    if ((await findTotp(tx, id)) !== null)
      throw conflict('Ya usas una aplicación de códigos. Quítala primero.');
    await upsertTotpSetup(tx, { userId: id, secret, createdAt: now });
    return { secret: base32(secret), uri: totpUri(secret, email) };
  });
}

/**
 * Puts the secret in force by its first code and returns the recovery codes. Throws 403 for a wrong code, counted like wrong
 * passwords, and 409 without a secret to confirm.
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
    await deleteReset(tx, user.id);
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

/** Removes the app, or a secret that is being set up, and the recovery codes, unless they belong to passkeys, too. */
export async function removeTotp(platform: Platform, session: Session): Promise<void> {
  const { db, clock, mailer, publicUrl } = platform;
  requireConfirmedIdentity(session, clock());
  await db.transaction(async tx => {
    const user = await lockOwn(tx, session);
    await deleteReset(tx, user.id);
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

/** Ten new recovery codes replace the earlier ones. Throws 409 without a second factor. */
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
