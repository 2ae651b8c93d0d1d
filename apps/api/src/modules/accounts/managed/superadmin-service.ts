import type { Clock } from '../../../platform/clock.ts';
import type { Database, Transaction } from '../../../platform/database/connection.ts';
import { isUniqueViolation } from '../../../platform/database/errors.ts';
import { deletePasskeys } from '../factors/passkey-repository.ts';
import { deleteSignInsOf } from '../factors/repository.ts';
import { clearSignInFailures, hashPassword } from '../password-service.ts';
import { voidClaimsToAddress } from '../registration/email-change-service.ts';
import {
  deleteEmailTokens,
  findSuperadmins,
  hasSuperadmin,
  insertUser,
  lockAccount,
  lockAddress,
  lockSuperadmins,
  updateAnyUser,
} from '../repository.ts';
import { deleteKnownDevices } from '../session-repository.ts';

/** Creates a superadmin. Returns 'exists' if there already is an active one, or if the e-mail has an account. */
export async function ensureSuperadmin(
  db: Database,
  clock: Clock,
  account: { email: string; password: string; username: string },
): Promise<'created' | 'exists'> {
  if (await hasSuperadmin(db)) return 'exists';
  const passwordHash = await hashPassword(account.password);
  return db.transaction(async tx => {
    await lockSuperadmins(tx);
    if (await hasSuperadmin(tx)) return 'exists';
    return insertSuperadmin(tx, { ...account, passwordHash }, clock());
  });
}

async function insertSuperadmin(
  tx: Transaction,
  { email, username, passwordHash }: { email: string; username: string; passwordHash: string },
  now: Date,
): Promise<'created' | 'exists'> {
  const user = await insertUser(tx, {
    email,
    username,
    passwordHash,
    role: 'superadmin',
    createdAt: now,
    updatedAt: now,
  });
  return user === null ? 'exists' : 'created';
}

/** The new credentials of a superadmin. */
export interface NewAccess {
  /** The current address, which is required if there are several superadmins. */
  readonly current?: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Thrown if a superadmin cannot get new credentials: there is none (with the address), there are several, or another account has the
 * new address.
 */
export class ResetRefused extends Error {
  readonly reason: 'none' | 'several' | 'taken';

  constructor(reason: ResetRefused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Gives a superadmin another address and password and activates the account, in a transaction of its own. Triggers end its sessions
 * and API tokens; mailed links, known devices, pending sign-ins and passkeys are deleted, since each would still give access. The
 * authenticator app stays: another command removes it. `record` runs in the transaction. Throws ResetRefused.
 */
export async function resetSuperadmin(
  db: Database,
  clock: Clock,
  { current, email, password }: NewAccess,
  record: (tx: Transaction, accountId: string) => Promise<void>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  try {
    await db.transaction(async tx => {
      await lockSuperadmins(tx);
      const [one, ...others] = await findSuperadmins(tx, current);
      if (one === undefined) throw new ResetRefused('none');
      if (others.length > 0) throw new ResetRefused('several');
      await lockAddress(tx, email);
      await lockAccount(tx, one.id);
      await updateAnyUser(tx, one.id, { email, passwordHash, isActive: true, updatedAt: clock() });
      await deleteEmailTokens(tx, one.id);
      await deleteKnownDevices(tx, one.id);
      await deleteSignInsOf(tx, one.id);
      await deletePasskeys(tx, one.id);
      await voidClaimsToAddress(tx, email);
      for (const address of [one.email, email]) await clearSignInFailures(tx, address);
      await record(tx, one.id);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) throw new ResetRefused('taken');
    throw error;
  }
}
