import type { ApiToken } from '@minga/contract/api-tokens';
import type { Passkey } from '@minga/contract/passkeys';
import type { CalendarAddress } from '@minga/contract/personal-calendar';
import type { OpenSession } from '@minga/contract/profile';
import type { User } from '@minga/contract/session';
import type { Session } from '../../platform/http/session.ts';
import type { PasskeyRow } from './factors/passkey-service.ts';
import { describeDevice } from './rules.ts';
import type { SessionRow } from './session-repository.ts';
import type { ApiTokenRow } from './tokens/repository.ts';

/** The session's own account. */
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

/** A session of the own account; `currentId` is the request's session. */
export const presentSession = (row: SessionRow, currentId: string): OpenSession => ({
  _id: row.id,
  ...describeDevice(row.userAgent),
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  isCurrent: row.id === currentId,
});

export const presentPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** A token as its owner sees it, without its hash. */
export const presentApiToken = (row: ApiTokenRow): ApiToken => ({
  _id: row.id,
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export const presentCalendarAddress = (createdAt: Date | null): CalendarAddress => ({
  createdAt: createdAt?.toISOString() ?? null,
});
