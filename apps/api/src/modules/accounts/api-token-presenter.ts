import type { ApiToken } from '@minga/contract/api-tokens';
import type { ApiTokenRow } from './api-token-repository.ts';

/** For the account's owner. Never its hash. */
export const presentApiToken = (row: ApiTokenRow): ApiToken => ({
  _id: row.id,
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
