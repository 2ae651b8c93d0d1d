import type { User } from '@minga/contract/accounts';
import type { Session } from '../../platform/http/session.ts';

/** One's own account, as one may see it. */
export const presentUser = (user: Session['user']): User => ({
  _id: user.id,
  username: user.username,
  email: user.email,
  phone: user.phone,
  role: user.role,
  isActive: user.isActive,
  createdAt: user.createdAt.toISOString(),
});
