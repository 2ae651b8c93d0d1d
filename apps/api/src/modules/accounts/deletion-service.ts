import type { Transaction } from '../../platform/database/connection.ts';
import { conflict } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteRegistrations } from './registration-repository.ts';
import { deleteUser, hasSuperadmin, lockSuperadmins, type UserRow } from './repository.ts';
import { clearSignInFailures } from './sign-in-guard-service.ts';

/**
 * Deletes an account that `lockAccount` has found, with its sessions, links, sign-ups and stored emails; subscribers
 * delete or anonymise the rest (CONTRACT.md section 6). Rejects the last superadmin: no account could create another.
 */
export async function deleteAccount(
  { events, mailer, jobs }: Pick<Platform, 'events' | 'mailer' | 'jobs'>,
  tx: Transaction,
  { id, email, role }: Pick<UserRow, 'id' | 'email' | 'role'>,
): Promise<void> {
  await events.publish(tx, 'accountDeleting', [{ id, email }]);
  await mailer.deleteSent(tx, email, id);
  await jobs.deleteAbout(tx, email);
  if (role === 'superadmin') {
    await lockSuperadmins(tx);
    if (!(await hasSuperadmin(tx, id))) {
      throw conflict(
        'Eres la única persona con superadministración: nombra a otra antes de eliminar tu cuenta.',
      );
    }
  }
  await clearSignInFailures(tx, email);
  await deleteRegistrations(tx, email);
  await deleteUser(tx, id);
  await events.publish(tx, 'accountDeleted', [{ id, email }]);
}
