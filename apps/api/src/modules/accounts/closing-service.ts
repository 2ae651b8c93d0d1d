import type { Transaction } from '../../platform/database/connection.ts';
import { conflict } from '../../platform/errors.ts';
import { deleteRegistrations } from './registration-repository.ts';
import { deleteUser, hasSuperadmin, lockSuperadmins, type UserRow } from './repository.ts';
import { clearSignInFailures } from './sign-in-guard.ts';

/** Deletes an account with its sessions, mailed links and sign-ups. The last superadmin's is refused: nobody could make another. */
export async function closeAccount(
  tx: Transaction,
  { id, email, role }: Pick<UserRow, 'id' | 'email' | 'role'>,
): Promise<void> {
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
}
