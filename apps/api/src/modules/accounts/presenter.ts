import type { User } from '@minga/contract/accounts';
import type { OpenSession } from '@minga/contract/profile';
import type { Session } from '../../platform/http/session.ts';
import { describeDevice } from './device.ts';
import type { SessionRow } from './session-repository.ts';

/** One's own account, as one may see it. */
export const presentUser = (user: Session['user']): User => ({
  _id: user.id,
  username: user.username,
  email: user.email,
  phone: user.phone,
  gender: user.gender,
  role: user.role,
  isActive: user.isActive,
  createdAt: user.createdAt.toISOString(),
});

/** One of one's own sessions; `currentId` is the one that asks. */
export const presentSession = (row: SessionRow, currentId: string): OpenSession => ({
  _id: row.id,
  ...describeDevice(row.userAgent),
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  isCurrent: row.id === currentId,
});
