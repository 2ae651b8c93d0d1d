import { type SQL, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';

/** Accounts: people whose address is proved. Who has only registered stands in `registrations`. */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    /** How the person wants to be greeted; null: nobody knows. */
    gender: text('gender', { enum: ['female', 'male', 'neutral'] }),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['user', 'admin', 'superadmin'] })
      .notNull()
      .default('user'),
    isActive: boolean('is_active').notNull().default(true),
    /** Administered once: may be given that back. */
    formerAdmin: boolean('former_admin').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** Name and e-mail without accents and capitals. Kept, since working it out of 100,000 rows takes half a second. */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs((): SQL => sql`public.plain(${users.username} || ' ' || ${users.email})`),
  },
  table => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_role_index').on(table.role),
    // Lists the newest first, and counts by role and state without looking at the rows.
    index('users_created_at_index').on(table.createdAt, table.id, table.role, table.isActive),
    index('users_search_text_index').using('gin', table.searchText.op('gin_trgm_ops')),
    index('users_admins_index').on(table.id).where(sql`${table.role} = 'admin' or ${table.formerAdmin}`),
    check('users_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('users_gender_known', sql`${table.gender} in ('female', 'male', 'neutral')`),
    check('users_role_known', sql`${table.role} in ('user', 'admin', 'superadmin')`),
    check('users_former_admin_role', sql`not ${table.formerAdmin} or ${table.role} = 'user'`),
  ],
);

/**
 * A change of password, role or activity of an account deletes its sessions, and every process hears of each session
 * that is deleted: triggers of the database see to both.
 */
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
    /** The network address of its last use, which its owner may look at. */
    address: text('address').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
  },
  table => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_user_id_index').on(table.userId),
    index('sessions_last_seen_at_index').on(table.lastSeenAt),
  ],
);

/**
 * Sign-ups whose address nobody has proved yet, each with what was typed and the link of its own letter: so that whoever
 * types somebody's address, before or after them, chooses no password of the account that its owner opens. Also kept
 * for an address that has an account, without a link: signing in must not tell the difference.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** SHA-256 of the mailed token; null until the letter is written. */
    tokenHash: bytes('token_hash'),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('registrations_token_hash_key').on(table.tokenHash),
    index('registrations_email_index').on(table.email, table.id),
    index('registrations_expires_at_index').on(table.expiresAt),
    check('registrations_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

/** Links that were mailed to accounts and not yet used. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: id(),
    tokenHash: bytes('token_hash').notNull(),
    purpose: text('purpose', { enum: ['reset', 'change-email'] }).notNull(),
    /** The address that the token proves, where it is not the account's own yet. */
    newEmail: text('new_email'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('email_tokens_token_hash_key').on(table.tokenHash),
    // A newer link takes the place of the earlier one.
    uniqueIndex('email_tokens_user_id_purpose_key').on(table.userId, table.purpose),
    index('email_tokens_expires_at_index').on(table.expiresAt),
    check('email_tokens_purpose_known', sql`${table.purpose} in ('reset', 'change-email')`),
    check(
      'email_tokens_new_email',
      sql`(${table.purpose} = 'change-email') = (${table.newEmail} is not null) and ${table.newEmail} = lower(${table.newEmail})`,
    ),
  ],
);

/** Failed sign-ins by address, whether or not it has an account: an unknown one is refused just alike. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** SHA-256 of the address, so that what people mistype is not collected. */
    emailHash: bytes('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    refusedUntil: timestamptz('refused_until').notNull(),
    lastFailureAt: timestamptz('last_failure_at').notNull(),
  },
  table => [check('sign_in_failures_positive', sql`${table.failures} > 0`)],
);
