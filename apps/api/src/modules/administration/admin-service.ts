import type { AdminEdit, NewAdmin } from '@minga/contract/administration/admins';
import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addAdmin,
  deleteAccount,
  demoteAdmin,
  editAccount,
  lockManagedAccount,
  restoreAdmin,
} from '../accounts/managed/service.ts';
import { hashPassword, rejectWeakAdminPassword } from '../accounts/password-service.ts';
import { rejectTakenEmail } from '../accounts/registration/email-change-service.ts';
import type { UserRow } from '../accounts/repository.ts';
import { recordAction } from './audit-repository.ts';

const ADMIN = { role: 'admin', formerAdmin: false } as const;

/** Throws 409 if the e-mail has an account, also for concurrent requests. */
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

/** A new e-mail or password is announced by e-mail; a new password ends all sessions. Throws 409 if the e-mail has an account. */
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

/** Removes the admin role; no effect on a former admin. */
export const deactivateAdmin = (platform: Platform, actorId: string, id: string): Promise<UserRow> =>
  platform.db.transaction(async tx => {
    const admin = await lockAdmin(tx, actorId, id);
    if (admin.formerAdmin) return admin;
    await record(platform, tx, 'admin.deactivate', actorId, admin.id);
    return demoteAdmin(platform, tx, admin);
  });

/** Restores the admin role and activates the account; no effect on an admin. */
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

/** A current or former admin. Throws 403 for the own account, 404 for all others (CONTRACT.md section 6). */
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
