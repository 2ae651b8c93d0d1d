import { and, eq, gt, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { emailTokens, users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;

/** Adds an account; null when the e-mail has one already. */
export async function insertUser(db: Executor, user: typeof users.$inferInsert): Promise<UserRow | null> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row ?? null;
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export async function hasSuperadmin(db: Executor): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'superadmin')).limit(1);
  return row !== undefined;
}

/** One creation of a first superadmin at a time, over all processes; until the transaction ends. */
export async function lockSuperadminCreation(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('minga.first-superadmin'))`);
}

export async function markVerified(db: Executor, userId: string, now: Date): Promise<UserRow | null> {
  const [row] = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
    .returning();
  return row ?? null;
}

export async function insertEmailToken(db: Executor, token: typeof emailTokens.$inferInsert): Promise<void> {
  await db.insert(emailTokens).values(token);
}

/** Uses a token up: whoever deletes it has it, so that it works once. */
export async function takeEmailToken(
  db: Executor,
  tokenHash: Buffer,
  purpose: 'verify',
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.tokenHash, tokenHash),
        eq(emailTokens.purpose, purpose),
        gt(emailTokens.expiresAt, now),
      ),
    )
    .returning({ userId: emailTokens.userId });
  return row?.userId ?? null;
}

export async function deleteEmailTokens(db: Executor, userId: string, purpose: 'verify'): Promise<void> {
  await db.delete(emailTokens).where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose)));
}
