import type { AdminEdit, NewAdmin } from '@minga/contract/administration/admins';
import type { UserEdit } from '@minga/contract/administration/users';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Transaction } from '../../platform/database/connection.ts';
import type { LockingHandler } from '../../platform/due-work/due-work.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { FACTOR_RESETS, finishReset, lockAccountOf, startReset } from '../accounts/factors/service.ts';
import {
  addAdmin,
  deleteAccount,
  demoteAdmin,
  editAccount,
  findManagedAccount,
  lockManagedAccount,
  notifyOfDeletion,
  restoreAdmin,
  setActive,
} from '../accounts/managed/service.ts';
import { hashPassword, rejectWeakAdminPassword } from '../accounts/password-service.ts';
import { rejectTakenEmail } from '../accounts/registration/email-change-service.ts';
import type { UserRow } from '../accounts/repository.ts';
import { recordAction } from './repository.ts';

const ADMIN = { role: 'admin', formerAdmin: false } as const;

/** Creates an administrator's account. Throws 409 if the e-mail has an account, even if a concurrent request creates it. */
export async function createAdmin(
  platform: Platform,
  actorId: string,
  { username, email, password }: NewAdmin,
): Promise<UserRow> {
  await rejectWeakAdminPassword({ ...ADMIN, email }, password);
  const passwordHash = await hashPassword(password);
  return platform.db.transaction(async tx => {
    const admin = await addAdmin(platform, tx, { username, email, passwordHash });
    await record(platform, tx, 'admin.create', actorId, admin.id);
    return admin;
  });
}

/**
 * Changes an admin's account and informs the owner by e-mail of a new e-mail or password. A new password ends all sessions. Throws 409
 * if the new e-mail has an account.
 */
export async function updateAdmin(
  platform: Platform,
  actorId: string,
  id: string,
  { username, email, password }: AdminEdit,
): Promise<UserRow> {
  if (password !== undefined) await rejectWeakAdminPassword({ ...ADMIN, email }, password);
  const secret = password === undefined ? {} : { passwordHash: await hashPassword(password) };
  return rejectTakenEmail(() =>
    platform.db.transaction(async tx => {
      const admin = await lockAdmin(tx, actorId, id);
      const { account, changed } = await editAccount(platform, tx, admin, { username, email, ...secret });
      if (changed.length > 0) await record(platform, tx, 'admin.update', actorId, admin.id, changed);
      return account;
    }),
  );
}

/** Removes the admin role. Has no effect on a former admin. */
export const deactivateAdmin = (platform: Platform, actorId: string, id: string): Promise<UserRow> =>
  platform.db.transaction(async tx => {
    const admin = await lockAdmin(tx, actorId, id);
    if (admin.formerAdmin) return admin;
    await record(platform, tx, 'admin.deactivate', actorId, admin.id);
    return demoteAdmin(platform, tx, admin);
  });

/** Restores the admin role and activates the account. Has no effect on an active admin. */
export const reactivateAdmin = (platform: Platform, actorId: string, id: string): Promise<UserRow> =>
  platform.db.transaction(async tx => {
    const admin = await lockAdmin(tx, actorId, id);
    if (!admin.formerAdmin && admin.isActive) return admin;
    await record(platform, tx, 'admin.reactivate', actorId, admin.id);
    return restoreAdmin(platform, tx, admin);
  });

export const deleteAdmin = (platform: Platform, actorId: string, id: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const admin = await lockAdmin(tx, actorId, id);
    await deleteAccount(platform, tx, admin);
    await record(platform, tx, 'admin.delete', actorId, admin.id);
  });

/** Locks a current or former admin's account. Throws 403 for the own account, 404 for all others (docs/rules.md R6.2). */
async function lockAdmin(tx: Transaction, actorId: string, id: string): Promise<UserRow> {
  const account = await lockManagedAccount(tx, id);
  if (account?.id === actorId) throw forbidden('No puedes hacer esto con tu propia cuenta');
  if (account === null || (account.role !== 'admin' && !account.formerAdmin)) {
    throw notFound('Esa cuenta de administración no existe');
  }
  return account;
}

const record = (
  { clock }: Platform,
  tx: Transaction,
  action: 'admin.create' | 'admin.update' | 'admin.deactivate' | 'admin.reactivate' | 'admin.delete',
  actorId: string,
  targetId: string,
  fields?: string[],
): Promise<void> =>
  recordAction(tx, {
    action,
    targetType: 'account',
    actorId,
    targetId,
    at: clock(),
    ...(fields && { details: { fields } }),
  });

export const managedUser = async ({ db }: Platform, id: string): Promise<UserRow> =>
  plainUser(await findManagedAccount({ db }, id));

/**
 * Changes a user's account and informs the old and the new address of a new e-mail. Throws 409 if the new e-mail has an
 * account, and 403 if the e-mail of a former admin would change.
 */
export const updateUser = (
  platform: Platform,
  actorId: string,
  id: string,
  { username, email, phone }: UserEdit,
): Promise<UserRow> =>
  rejectTakenEmail(() =>
    platform.db.transaction(async tx => {
      const user = await lockUser(tx, id);
      if (email !== user.email) rejectFormerAdmin(user);
      const { account, changed } = await editAccount(platform, tx, user, { username, email, phone });
      if (changed.length > 0) {
        const details = { fields: changed };
        await recordAction(tx, { action: 'user.update', ...about(platform, actorId, user), details });
      }
      return account;
    }),
  );

/**
 * Activates or deactivates a user's account and informs the owner by e-mail. If the account already has the status, only
 * publishes the decision: an undo of an earlier ban then leaves the account as it was decided.
 */
export const changeUserStatus = (
  platform: Platform,
  actorId: string,
  id: string,
  isActive: boolean,
): Promise<UserRow> =>
  platform.db.transaction(async tx => {
    const user = await lockUser(tx, id);
    const isChanged = user.isActive !== isActive;
    await platform.events.publish(tx, 'accountStatusDecided', [{ id, actorId, isActive, isChanged }]);
    if (!isChanged) return user;
    const action = isActive ? 'user.activate' : 'user.deactivate';
    await recordAction(tx, { action, ...about(platform, actorId, user) });
    return setActive(platform, tx, user, isActive);
  });

/** Deletes a user's account and informs the owner by e-mail. Throws 403 for a former admin. */
export const deleteUser = (platform: Platform, actorId: string, id: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const user = await lockUser(tx, id);
    rejectFormerAdmin(user);
    await deleteAccount(platform, tx, user);
    await notifyOfDeletion(platform, tx, user);
    await recordAction(tx, { action: 'user.delete', ...about(platform, actorId, user) });
  });

const lockUser = async (tx: Transaction, id: string): Promise<UserRow> =>
  plainUser(await lockManagedAccount(tx, id));

/** Admins may act only on accounts with the role 'user'. Throws 403 for all others, including the own (docs/rules.md R6.1). */
function plainUser(account: UserRow | null): UserRow {
  if (account === null) throw notFound('Usuario no encontrado');
  if (account.role !== 'user') throw forbidden('Solo puedes administrar cuentas con el rol de usuario');
  return account;
}

/** An admin who could set the address of a former admin could take over the account when its role is restored. */
function rejectFormerAdmin({ formerAdmin }: UserRow): void {
  if (!formerAdmin) return;
  throw forbidden(
    `Esta cuenta administró ${SITE_NAME}: solo la superadministración puede cambiar su correo o eliminarla`,
  );
}

const about = ({ clock }: Platform, actorId: string, user: UserRow) =>
  ({ targetType: 'account', actorId, targetId: user.id, at: clock() }) as const;

/**
 * Starts the removal of an account's second factors, which its owner can cancel for 24 hours. A repeated call only records
 * the new requester. Throws 403 for the own account, 404 for an unknown address, 409 for an account without a second factor.
 */
export const startFactorReset = (
  platform: Platform,
  actorId: string,
  email: string,
): Promise<{ user: UserRow; dueAt: Date }> =>
  platform.db.transaction(async tx => {
    const user = await lockAccountOf(tx, email);
    if (user === null) throw notFound('No hay una cuenta con ese correo');
    if (user.id === actorId) throw forbidden('No puedes hacer esto con tu propia cuenta');
    const { dueAt, isNew } = await startReset(platform, tx, user, actorId);
    if (isNew) {
      const about = { targetType: 'account', actorId, targetId: user.id, at: platform.clock() } as const;
      await recordAction(tx, { action: 'account.second-factor-reset', ...about });
    }
    return { user, dueAt };
  });

/** Completes due resets. */
export const factorResets: LockingHandler = {
  kind: FACTOR_RESETS,
  async run(platform, tx, userId, claim) {
    const reset = await finishReset(platform, tx, userId, claim);
    if (reset === null) return;
    const about = { targetType: 'account', actorId: reset.requestedBy, targetId: userId } as const;
    await recordAction(tx, { action: 'account.second-factor-removed', ...about, at: platform.clock() });
  },
};
