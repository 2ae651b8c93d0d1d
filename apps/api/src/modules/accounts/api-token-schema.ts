import { tokenScopes } from '@minga/contract/api-tokens';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from './schema.ts';

/** Tokens with which programs call the API as an account. A trigger deletes them when sessions end: new password, role or activity. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    /** SHA-256 of the token: a copy of the database does not allow using it. */
    tokenHash: bytes('token_hash').notNull(),
    /** The first characters, which the list shows. */
    prefix: text('prefix').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scope: text('scope', { enum: tokenScopes }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** To the minute. */
    lastUsedAt: timestamptz('last_used_at'),
  },
  table => [
    uniqueIndex('api_tokens_token_hash_key').on(table.tokenHash),
    index('api_tokens_user_id_index').on(table.userId),
    index('api_tokens_expires_at_index').on(table.expiresAt),
    check('api_tokens_scope', sql`${table.scope} in ('read', 'write')`),
    check('api_tokens_name_length', sql`char_length(${table.name}) between 1 and 60`),
  ],
);
