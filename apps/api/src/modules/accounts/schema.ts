import { tokenScopes } from '@minga/contract/api-tokens';
import { type SQL, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';

/** Accounts with a verified address. Unverified sign-ups are in `registrations`. */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    /** The grammatical gender in which the person wants to be addressed, or null if it is unknown. */
    gender: text('gender', { enum: ['female', 'male', 'neutral'] }),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['user', 'admin', 'superadmin'] })
      .notNull()
      .default('user'),
    isActive: boolean('is_active').notNull().default(true),
    /** A former administrator, whose role can be restored. */
    formerAdmin: boolean('former_admin').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /**
     * Name and e-mail without accents and capitals, and their words. The column is stored, since computing it for 100,000 rows takes half
     * a second.
     */
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`public.plain(${users.username} || ' ' || ${users.email}) || ' ' || public.searchable(${users.username} || ' ' || ${users.email})`,
      ),
  },
  table => [
    uniqueIndex('users_email_key').on(table.email),
    index('users_role_index').on(table.role),
    // Serves the list of the newest accounts, and the counts by role and status with an index-only scan.
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
 * Triggers delete the sessions of an account when its password, role or activity changes, and notify every process of
 * each deleted session.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the cookie's token, so that a copy of the database does not allow signing in. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull().default(''),
    /** The network address of the last use, shown to the account's owner. */
    address: text('address').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    /** The time at which a password, a code or a passkey last confirmed the owner's identity. The default means never. */
    confirmedAt: timestamptz('confirmed_at').notNull().default(sql`'epoch'`),
  },
  table => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_user_id_index').on(table.userId),
    index('sessions_last_seen_at_index').on(table.lastSeenAt),
  ],
);

/**
 * Sign-ups with an unverified address, each with its own fields and link: a stranger who registers the address before or
 * after its owner cannot choose the password of the owner's account. For an address that has an account, a sign-up is
 * stored without a link, so that a sign-in does not reveal the difference.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    passwordHash: text('password_hash').notNull(),
    /** SHA-256 of the mailed token; null until the e-mail is sent, and once the address has an account. */
    tokenHash: bytes('token_hash'),
    linkExpiresAt: timestamptz('link_expires_at'),
    createdAt: timestamptz('created_at').notNull(),
    /** The expiry is fixed at the sign-up, so that a sign-in reveals neither links nor an account of the address. */
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('registrations_token_hash_key').on(table.tokenHash),
    index('registrations_email_index').on(table.email, table.id),
    index('registrations_expires_at_index').on(table.expiresAt),
    check('registrations_email_lower_case', sql`${table.email} = lower(${table.email})`),
    check('registrations_link', sql`(${table.tokenHash} is null) = (${table.linkExpiresAt} is null)`),
  ],
);

/** Unused links that were mailed to accounts. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    id: id(),
    tokenHash: bytes('token_hash').notNull(),
    purpose: text('purpose', { enum: ['reset', 'change-email'] }).notNull(),
    /** The new address that the token verifies; null for a password reset. */
    newEmail: text('new_email'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('email_tokens_token_hash_key').on(table.tokenHash),
    // A newer link replaces the earlier one.
    uniqueIndex('email_tokens_user_id_purpose_key').on(table.userId, table.purpose),
    index('email_tokens_expires_at_index').on(table.expiresAt),
    check('email_tokens_purpose_known', sql`${table.purpose} in ('reset', 'change-email')`),
    check(
      'email_tokens_new_email',
      sql`(${table.purpose} = 'change-email') = (${table.newEmail} is not null) and ${table.newEmail} = lower(${table.newEmail})`,
    ),
  ],
);

/** Browsers that have signed in to an account, whose failed sign-ins are counted separately (decision 0022). */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: id(),
    /** SHA-256 of the device cookie's token. One browser can be a known device of several accounts. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lastUsedAt: timestamptz('last_used_at').notNull(),
  },
  table => [
    uniqueIndex('known_devices_token_hash_user_id_key').on(table.tokenHash, table.userId),
    index('known_devices_user_id_index').on(table.userId, table.lastUsedAt),
    index('known_devices_last_used_at_index').on(table.lastUsedAt),
  ],
);

/** Failed sign-ins by known device, and by address, with or without an account, so that both are locked alike. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    /** SHA-256 of the key, such as an address or a device, so that mistyped addresses are not collected. */
    emailHash: bytes('email_hash').primaryKey(),
    failures: integer('failures').notNull(),
    refusedUntil: timestamptz('refused_until').notNull(),
    lastFailureAt: timestamptz('last_failure_at').notNull(),
  },
  table => [check('sign_in_failures_positive', sql`${table.failures} > 0`)],
);

/** Tokens with which programs call the API as an account. A trigger deletes them when its password, role or activity changes. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    /** SHA-256 of the token, so that a copy of the database does not allow using it. */
    tokenHash: bytes('token_hash').notNull(),
    /** The first characters of the token, which the list shows. */
    prefix: text('prefix').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scope: text('scope', { enum: tokenScopes }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The time of the last use, with a precision of one minute. */
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

/**
 * The address of an account's personal calendar (docs/rules.md R24.1), at most one. A trigger deletes it when the account's password
 * or activity changes.
 */
export const personalCalendars = pgTable(
  'personal_calendars',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret, so that a copy of the database does not allow reading the calendar. */
    secretHash: bytes('secret_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  table => [uniqueIndex('personal_calendars_secret_hash_key').on(table.secretHash)],
);

/**
 * The user handle of each account that has set up a passkey. The handle is random, since authenticators store it and show it to every
 * page of the site. It never changes, so that an authenticator replaces the account's passkey instead of storing a second one.
 */
export const passkeyHandles = pgTable(
  'passkey_handles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    handle: bytes('handle').notNull(),
  },
  table => [
    uniqueIndex('passkey_handles_handle_key').on(table.handle),
    check('passkey_handles_length', sql`octet_length(${table.handle}) = 32`),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: bytes('credential_id').notNull(),
    /** The public key in the COSE format. */
    publicKey: bytes('public_key').notNull(),
    /** The authenticator's signature counter; authenticators of synchronised passkeys always report 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** The transports by which a browser reaches the authenticator, such as 'internal' and 'usb'. */
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  table => [
    uniqueIndex('passkeys_credential_id_key').on(table.credentialId),
    index('passkeys_user_id_index').on(table.userId),
    check('passkeys_credential_id_length', sql`octet_length(${table.credentialId}) between 1 and 1023`),
    check('passkeys_counter', sql`${table.counter} between 0 and 4294967295`),
    check('passkeys_name_length', sql`char_length(${table.name}) between 1 and 60`),
  ],
);

/** Unused challenges. Each is valid once, for a few minutes, in the browser that requested it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    /** SHA-256 of the challenge and, below, of the cookie's token, so that a copy of the database does not allow using them. */
    challengeHash: bytes('challenge_hash').notNull(),
    browserHash: bytes('browser_hash').notNull(),
    purpose: text('purpose', { enum: ['register', 'login'] }).notNull(),
    /** The account that registers a passkey; null for a sign-in, which names no account. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('passkey_challenges_challenge_hash_key').on(table.challengeHash),
    index('passkey_challenges_user_id_index').on(table.userId),
    index('passkey_challenges_expires_at_index').on(table.expiresAt),
    check('passkey_challenges_purpose_known', sql`${table.purpose} in ('register', 'login')`),
    check('passkey_challenges_user', sql`(${table.purpose} = 'register') = (${table.userId} is not null)`),
  ],
);

/** The authenticator app of an account (TOTP, RFC 6238). The secrets are not encrypted (decision 0045). */
export const totpFactors = pgTable('totp_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: bytes('secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  /** The time at which the first code was entered, or null if the app is not confirmed yet and has no effect. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The last time step whose code was accepted. No code of this or an earlier step is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Unused recovery codes. A used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the account's id and the code. */
    codeHash: bytes('code_hash').notNull(),
  },
  table => [uniqueIndex('recovery_codes_user_id_code_hash_key').on(table.userId, table.codeHash)],
);

/** Sign-ins with the right password that are pending the second factor. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: id(),
    /** SHA-256 of the cookie's token. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the account's password hash, by which a changed password invalidates the sign-in. */
    passwordDigest: bytes('password_digest').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('pending_sign_ins_token_hash_key').on(table.tokenHash),
    index('pending_sign_ins_user_id_index').on(table.userId),
    index('pending_sign_ins_expires_at_index').on(table.expiresAt),
  ],
);

/** Pending removals of an account's second factors. A superadmin starts them, and they take effect as due work. */
export const secondFactorResets = pgTable(
  'second_factor_resets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token of the mailed link that cancels the reset. */
    tokenHash: bytes('token_hash').notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    /** The superadmin's account, which may be deleted before the reset is due. */
    requestedBy: uuid('requested_by').notNull(),
  },
  table => [uniqueIndex('second_factor_resets_token_hash_key').on(table.tokenHash)],
);
