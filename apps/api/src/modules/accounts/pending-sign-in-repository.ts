import { and, eq, gt, lt } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import type { UserRow } from './repository.ts';
import { users } from './schema.ts';
import { pendingSignIns } from './second-factor-schema.ts';

export type PendingSignIn = typeof pendingSignIns.$inferSelect;

export async function insertPendingSignIn(
  db: Executor,
  pending: typeof pendingSignIns.$inferInsert,
): Promise<void> {
  await db.insert(pendingSignIns).values(pending);
}

/** A pending sign-in with its account. */
export async function findPendingSignIn(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<{ pending: PendingSignIn; user: UserRow } | null> {
  const [row] = await db
    .select({ pending: pendingSignIns, user: users })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(and(eq(pendingSignIns.tokenHash, tokenHash), gt(pendingSignIns.expiresAt, now)));
  return row ?? null;
}

/** False if a concurrent request has consumed it. */
export async function deletePendingSignIn(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.tokenHash, tokenHash))
    .returning({ id: pendingSignIns.id });
  return deleted.length > 0;
}

/** Ends the sign-ins of an account that wait for its second factor. */
export async function deleteSignInsOf(db: Executor, userId: string): Promise<void> {
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

export async function deleteExpiredSignIns(db: Executor, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now));
}
