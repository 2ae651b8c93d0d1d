import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, id, timestamptz } from '../../platform/database/columns.ts';
import { users } from './schema.ts';

/** The authenticator app of an account (TOTP, RFC 6238). Not encrypted: see decision 0045. */
export const totpFactors = pgTable('totp_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  secret: bytes('secret').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  /** When its first code was entered; null: being set up, not in force. */
  confirmedAt: timestamptz('confirmed_at'),
  /** The last time step whose code was accepted: no code of it or of an earlier one is accepted again. */
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

/** Sign-ins with the right password that wait for the second factor. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: id(),
    /** SHA-256 of the cookie's token. */
    tokenHash: bytes('token_hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the account's password hash: a changed password ends the sign-in. */
    passwordDigest: bytes('password_digest').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  table => [
    uniqueIndex('pending_sign_ins_token_hash_key').on(table.tokenHash),
    index('pending_sign_ins_user_id_index').on(table.userId),
    index('pending_sign_ins_expires_at_index').on(table.expiresAt),
  ],
);

/** Removals of an account's second factors that a superadmin started, in force once `due_at` has passed. */
export const secondFactorResets = pgTable(
  'second_factor_resets',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token of the mailed link that cancels the reset. */
    tokenHash: bytes('token_hash').notNull(),
    requestedAt: timestamptz('requested_at').notNull(),
    dueAt: timestamptz('due_at').notNull(),
    /** The superadmin's account, which may be deleted before the reset is due. */
    requestedBy: uuid('requested_by').notNull(),
  },
  table => [
    uniqueIndex('second_factor_resets_token_hash_key').on(table.tokenHash),
    index('second_factor_resets_due_at_index').on(table.dueAt),
    check('second_factor_resets_order', sql`${table.dueAt} >= ${table.requestedAt}`),
  ],
);
