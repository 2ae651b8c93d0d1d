import type { IdentityProof, SecondFactor } from '@minga/contract/identity';
import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { countPasskeys } from './passkey-repository.ts';
import { reauthenticate } from './reauthentication-service.ts';
import { countRecoveryCodes, findResetDueAt, findTotp } from './second-factor-repository.ts';
import { confirmSession } from './session-repository.ts';

/** Confirms the session by the account's password or a code, for 15 minutes. Throws 403 if it is wrong. */
export async function confirmIdentity(
  platform: Platform,
  session: Session,
  { password }: IdentityProof,
): Promise<void> {
  if (password === undefined) throw new AppError(403, 'WRONG_PASSWORD', 'El código no es correcto');
  await reauthenticate(platform, session.user.id, password);
  await confirmSession(platform.db, session.id, platform.clock());
}

export async function ownSecondFactor({ db }: Platform, { user }: Session): Promise<SecondFactor> {
  const totp = await findTotp(db, user.id);
  const resetDueAt = await findResetDueAt(db, user.id);
  return {
    totp: totp?.confirmedAt ? { since: totp.confirmedAt.toISOString() } : null,
    passkeyCount: await countPasskeys(db, user.id),
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
    resetDueAt: resetDueAt?.toISOString() ?? null,
  };
}
