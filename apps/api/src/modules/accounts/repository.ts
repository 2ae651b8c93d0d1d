import { and, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { emailTokens, users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;
type Purpose = (typeof emailTokens.$inferSelect)['purpose'];

/** Inserts an account; null if the e-mail has one already. */
export async function insertUser(db: Executor, user: typeof users.$inferInsert): Promise<UserRow | null> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row ?? null;
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export async function findUserById(db: Executor, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** True, with a lock until the transaction ends, if the account is active and its password is still this one. */
export async function lockUnchangedUser(
  tx: Executor,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.isActive, true));
  const rows = await tx.select({ id: users.id }).from(users).where(isUnchanged).for('share');
  return rows.length > 0;
}

/** Whether an account is active. With `isLocked` a deactivation waits for the transaction. */
export async function isActiveUser(tx: Executor, id: string, { isLocked = false } = {}): Promise<boolean> {
  const found = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isActive, true)))
    .$dynamic();
  return (await (isLocked ? found.for('share') : found)).length > 0;
}

/**
 * Serialises changes of an account and what belongs to it, over all processes, until the transaction ends. Returns the
 * account, or null if there is none. Must be called before rows of the account are locked, to avoid deadlocks.
 */
export async function lockAccount(tx: Executor, id: string): Promise<UserRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.account.${id.toLowerCase()}`}))`);
  return findUserById(tx, id);
}

/** Null if the account was deleted or deactivated. */
export const updateUser = (
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof users>,
): Promise<UserRow | null> => updateWhere(db, and(eq(users.id, id), eq(users.isActive, true)), values);

/** Deactivated accounts too; null if the account was deleted. */
export const updateAnyUser = (
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof users>,
): Promise<UserRow | null> => updateWhere(db, eq(users.id, id), values);

async function updateWhere(
  db: Executor,
  filter: SQL | undefined,
  values: PgUpdateSetSource<typeof users>,
): Promise<UserRow | null> {
  const [row] = await db.update(users).set(values).where(filter).returning();
  return row ?? null;
}

export async function deleteUser(db: Executor, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

export async function hasSuperadmin(db: Executor, exceptId?: string): Promise<boolean> {
  const isOne = and(eq(users.role, 'superadmin'), eq(users.isActive, true));
  const filter = exceptId === undefined ? isOne : and(isOne, ne(users.id, exceptId));
  const [row] = await db.select({ id: users.id }).from(users).where(filter).limit(1);
  return row !== undefined;
}

/** At most two superadmins, also deactivated ones; `email`: the one with this address. */
export const findSuperadmins = (db: Executor, email?: string): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.role, 'superadmin'), email === undefined ? undefined : eq(users.email, email)))
    .limit(2);

/** Serialises changes of the superadmins, over all processes, until the transaction ends. */
export async function lockSuperadmins(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('minga.first-superadmin'))`);
}

/** Stores a mailed link's token; it replaces an earlier one of the same purpose. */
export async function upsertEmailToken(db: Executor, token: typeof emailTokens.$inferInsert): Promise<void> {
  const { tokenHash, newEmail = null, expiresAt } = token;
  await db
    .insert(emailTokens)
    .values(token)
    .onConflictDoUpdate({
      target: [emailTokens.userId, emailTokens.purpose],
      set: { tokenHash, newEmail, expiresAt },
    });
}

const isValid = (tokenHash: Buffer, purpose: Purpose, now: Date) =>
  and(eq(emailTokens.tokenHash, tokenHash), eq(emailTokens.purpose, purpose), gt(emailTokens.expiresAt, now));

/** A valid token with its account; it stays valid. */
export async function findEmailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<{ user: UserRow; newEmail: string | null } | null> {
  const [row] = await db
    .select({ user: users, newEmail: emailTokens.newEmail })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.userId))
    .where(isValid(tokenHash, purpose, now));
  return row ?? null;
}

/** Deletes a valid token, so that it works once, and returns its account's id; null if there is none. */
export async function consumeEmailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .delete(emailTokens)
    .where(isValid(tokenHash, purpose, now))
    .returning({ userId: emailTokens.userId });
  return row?.userId ?? null;
}

/** The new address whose link was not opened yet; null: none. */
export async function findPendingEmail(db: Executor, userId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ newEmail: emailTokens.newEmail })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.userId, userId),
        eq(emailTokens.purpose, 'change-email'),
        gt(emailTokens.expiresAt, now),
      ),
    );
  return row?.newEmail ?? null;
}

/** Revokes the account's mailed links: of one purpose, or all. */
export async function deleteEmailTokens(db: Executor, userId: string, purpose?: Purpose): Promise<void> {
  const ofPurpose = purpose === undefined ? undefined : eq(emailTokens.purpose, purpose);
  await db.delete(emailTokens).where(and(eq(emailTokens.userId, userId), ofPurpose));
}

/** The links of other accounts' changes to this address stop working; the changes stay pending until they expire. */
export async function voidTokensForNewEmail(db: Executor, newEmail: string): Promise<void> {
  const tokenHash = sql`sha256(uuid_send(gen_random_uuid()))`;
  await db.update(emailTokens).set({ tokenHash }).where(eq(emailTokens.newEmail, newEmail));
}

export async function deleteExpiredTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, now));
}
