import { and, eq, gt, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { emailTokens, signInFailures, users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;
type Purpose = (typeof emailTokens.$inferSelect)['purpose'];

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

/** Adds an account; null when the e-mail has one already. */
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

/** Is the account active and its password still this one? If so it stays so until the transaction ends. */
export async function lockUserAsKnown(
  tx: Executor,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const asKnown = and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.isActive, true));
  const rows = await tx.select({ id: users.id }).from(users).where(asKnown).for('share');
  return rows.length > 0;
}

/**
 * The account as it is; null when it is gone. Until the transaction ends nobody else changes what belongs to an account
 * in several steps, over all processes. Taken before anything of the account is locked, so that nobody waits in a circle.
 */
export async function lockAccount(tx: Executor, id: string): Promise<UserRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.account.${id.toLowerCase()}`}))`);
  return findUserById(tx, id);
}

/** Null when the account is gone or deactivated. */
export const updateUser = (
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof users>,
): Promise<UserRow | null> => updateWhere(db, and(eq(users.id, id), eq(users.isActive, true)), values);

/** Also of who is deactivated; null when the account is gone. */
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

/** One change of who is superadmin at a time, over all processes; until the transaction ends. */
export async function lockSuperadmins(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('minga.first-superadmin'))`);
}

/** Keeps a mailed link's token, in the place of an earlier one of the same purpose. */
export async function putEmailToken(db: Executor, token: typeof emailTokens.$inferInsert): Promise<void> {
  const { tokenHash, newEmail = null, expiresAt } = token;
  await db
    .insert(emailTokens)
    .values(token)
    .onConflictDoUpdate({
      target: [emailTokens.userId, emailTokens.purpose],
      set: { tokenHash, newEmail, expiresAt },
    });
}

const isGood = (tokenHash: Buffer, purpose: Purpose, now: Date) =>
  and(eq(emailTokens.tokenHash, tokenHash), eq(emailTokens.purpose, purpose), gt(emailTokens.expiresAt, now));

/** A good token with its account; it stays good. */
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
    .where(isGood(tokenHash, purpose, now));
  return row ?? null;
}

/** Uses a token up: whoever deletes it has it, so that it works once. The account's id. */
export async function takeEmailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: Purpose,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .delete(emailTokens)
    .where(isGood(tokenHash, purpose, now))
    .returning({ userId: emailTokens.userId });
  return row?.userId ?? null;
}

/** The address that waits to be proved, if any. */
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

/** Voids the account's mailed links: of one purpose, or all. */
export async function deleteEmailTokens(db: Executor, userId: string, purpose?: Purpose): Promise<void> {
  const ofPurpose = purpose === undefined ? undefined : eq(emailTokens.purpose, purpose);
  await db.delete(emailTokens).where(and(eq(emailTokens.userId, userId), ofPurpose));
}

/** An address that has become an account's is nobody else's new one any more. */
export async function deleteRivalTokens(db: Executor, newEmail: string): Promise<void> {
  await db.delete(emailTokens).where(eq(emailTokens.newEmail, newEmail));
}

export async function deleteExpiredTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, now));
}

export async function deleteOldFailures(db: Executor, before: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, before));
}
