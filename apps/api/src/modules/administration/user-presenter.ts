import type { Account } from '@minga/contract/administration/account';
import type { UserRow } from '../accounts/repository.ts';

/** An account for administrators. */
export const presentAccount = (
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'phone' | 'role' | 'isActive' | 'createdAt'>,
): Account => ({
  _id: user.id,
  username: user.username,
  email: user.email,
  phone: user.phone,
  role: user.role,
  isActive: user.isActive,
  createdAt: user.createdAt.toISOString(),
});
