import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database, Executor, Transaction } from '../../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../../platform/database/queries.ts';
import { apiTokens, sessions, users } from '../schema.ts';

export type ApiTokenRow = typeof apiTokens.$inferSelect;

const { id: userId, username, email, phone, gender, isActive, createdAt } = users;

/** Finds tokens, expired ones included, and their accounts. Every request with a token runs this prepared statement. */
export function apiTokensByHash(db: Database) {
  const { id, tokenHash, scope, expiresAt, lastUsedAt } = apiTokens;
  const found = db
    .select({
      token: { id, tokenHash, scope, expiresAt, lastUsedAt },
      user: { id: userId, username, email, phone, gender, isActive, createdAt },
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(sql`${tokenHash} = any(${sql.placeholder('hashes')}::bytea[])`)
    .prepare('api_tokens_by_hash');
  return (hashes: readonly Buffer[]) => found.execute({ hashes });
}

/** Stores a use of a token, unless another request has stored one since `earlier`. */
export async function touchApiToken(db: Executor, id: string, now: Date, earlier: Date): Promise<void> {
  const isDue = or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, earlier));
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), isDue));
}

const isValid = (accountId: string, now: Date) =>
  and(eq(apiTokens.userId, accountId), gt(apiTokens.expiresAt, now));

export async function listApiTokens(
  db: Executor,
  accountId: string,
  now: Date,
  { limit, offset }: Paging,
): Promise<{ rows: ApiTokenRow[]; total: number }> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(isValid(accountId, now))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => countApiTokens(db, accountId, now));
}

export const countApiTokens = (db: Executor, accountId: string, now: Date): Promise<number> =>
  db.$count(apiTokens, isValid(accountId, now));

/**
 * Locks the row of a session's account, so that changes of its password and role, which end sessions, wait. Returns whether the
 * session still exists.
 */
export async function lockSessionAccount(
  tx: Transaction,
  { id, user }: { id: string; user: { id: string } },
): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
  return (await tx.$count(sessions, eq(sessions.id, id))) > 0;
}

export async function insertApiToken(
  tx: Transaction,
  values: typeof apiTokens.$inferInsert,
): Promise<ApiTokenRow> {
  const [row] = await tx.insert(apiTokens).values(values).returning();
  if (row === undefined) throw new Error('the token was not stored');
  return row;
}

/** Returns false if the account has no such token. */
export async function deleteApiToken(db: Executor, accountId: string, id: string): Promise<boolean> {
  const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, accountId));
  const deleted = await db.delete(apiTokens).where(own).returning({ id: apiTokens.id });
  return deleted.length > 0;
}

export async function deleteExpiredApiTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(apiTokens).where(lte(apiTokens.expiresAt, now));
}
