import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from './schema.ts';

/**
 * The user handle of each account that has set up a passkey: random, since authenticators store it and show it to every page of the
 * site. An authenticator replaces a passkey of the same handle, so that it is the account's for ever.
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
    /** COSE key. */
    publicKey: bytes('public_key').notNull(),
    /** Signatures so far, as the authenticator counts them; those of synchronised passkeys always report 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the authenticator, such as 'internal' and 'usb'. */
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

/** Challenges that were not answered yet: each is valid once, for a few minutes, in the browser that requested it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    /** SHA-256, as of the cookie's token: a copy of the database does not allow answering them. */
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
