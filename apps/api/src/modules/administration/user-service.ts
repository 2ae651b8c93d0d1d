import type { UserEdit } from '@minga/contract/administration/users';
import type { Transaction } from '../../platform/database/connection.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteAccount,
  editAccount,
  findManagedAccount,
  lockManagedAccount,
  notifyOfDeletion,
  setActive,
} from '../accounts/managed/service.ts';
import { rejectTakenEmail } from '../accounts/registration/email-change-service.ts';
import type { UserRow } from '../accounts/repository.ts';
import { recordAction } from './audit-repository.ts';

export const managedUser = async ({ db }: Platform, id: string): Promise<UserRow> =>
  plainUser(await findManagedAccount({ db }, id));

/** A new e-mail is announced to the old and the new address. Throws 409 if it has an account, 403 for a former admin. */
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

/** Informs the owner by e-mail. Without a change it only confirms what a ban did, which an undo of the ban then leaves. */
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

/** Informs the owner by e-mail. Throws 403 for a former admin. */
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

/** An admin may act only on accounts of role 'user'. Throws 403 for all others, also the own (CONTRACT.md section 6). */
function plainUser(account: UserRow | null): UserRow {
  if (account === null) throw notFound('Usuario no encontrado');
  if (account.role !== 'user') throw forbidden('Solo puedes administrar cuentas con el rol de usuario');
  return account;
}

/** An admin who could set the address of a former admin could take over the account when its role is restored. */
function rejectFormerAdmin({ formerAdmin }: UserRow): void {
  if (!formerAdmin) return;
  throw forbidden(
    'Esta cuenta administró Minga: solo la superadministración puede cambiar su correo o eliminarla',
  );
}

const about = ({ clock }: Platform, actorId: string, user: UserRow) =>
  ({ targetType: 'account', actorId, targetId: user.id, at: clock() }) as const;
