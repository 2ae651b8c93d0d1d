import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, moment } from '../../platform/database/columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['user', 'admin', 'superadmin'] })
      .notNull()
      .default('user'),
    isActive: boolean('is_active').notNull().default(true),
    /** Null until the address is proved; without it nobody signs in. */
    emailVerifiedAt: moment('email_verified_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  table => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_role_index').on(table.role),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_role_known', sql`${table.role} in ('user', 'admin', 'superadmin')`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the cookie's token: whoever reads the database cannot sign in with it. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  table => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_user_id_index').on(table.userId),
    index('sessions_last_seen_at_index').on(table.lastSeenAt),
  ],
);

/** Links that were mailed and not yet used. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: id(),
    tokenHash: bytes('token_hash').notNull(),
    purpose: text('purpose', { enum: ['verify'] }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  table => [
    uniqueIndex('email_tokens_token_hash_key').on(table.tokenHash),
    index('email_tokens_user_id_index').on(table.userId),
    index('email_tokens_expires_at_index').on(table.expiresAt),
  ],
);

/** Failed sign-ins by address, whether or not it has an account: an unknown one is refused just alike. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** SHA-256 of the address, so that what people mistype is not collected. */
    emailHash: bytes('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    refusedUntil: moment('refused_until').notNull(),
    lastFailureAt: moment('last_failure_at').notNull(),
  },
  table => [check('sign_in_failures_positive', sql`${table.failures} > 0`)],
);
