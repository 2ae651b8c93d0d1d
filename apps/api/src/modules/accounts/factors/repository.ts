import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import type { UserRow } from '../repository.ts';
import { pendingSignIns, recoveryCodes, secondFactorResets, totpFactors, users } from '../schema.ts';

export type TotpRow = typeof totpFactors.$inferSelect;

const ofAccount = (userId: string) => eq(totpFactors.userId, userId);

/** The confirmed authenticator app of an account, or null if it has none. */
export async function findTotp(db: Executor, userId: string): Promise<TotpRow | null> {
  const isInForce = and(ofAccount(userId), isNotNull(totpFactors.confirmedAt));
  const [row] = await db.select().from(totpFactors).where(isInForce);
  return row ?? null;
}

/** The unconfirmed secret that was created after `since`, or null if there is none. */
export async function findTotpSetup(db: Executor, userId: string, since: Date): Promise<TotpRow | null> {
  const isSetUp = and(ofAccount(userId), isNull(totpFactors.confirmedAt), gt(totpFactors.createdAt, since));
  const [row] = await db.select().from(totpFactors).where(isSetUp);
  return row ?? null;
}

/** Stores a secret to confirm, which replaces an earlier unconfirmed one. */
export async function upsertTotpSetup(
  db: Executor,
  setup: Pick<TotpRow, 'userId' | 'secret' | 'createdAt'>,
): Promise<void> {
  await db
    .insert(totpFactors)
    .values(setup)
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { secret: setup.secret, createdAt: setup.createdAt, lastStep: 0 },
      setWhere: isNull(totpFactors.confirmedAt),
    });
}

export async function confirmTotpSetup(
  db: Executor,
  userId: string,
  { confirmedAt, lastStep }: { confirmedAt: Date; lastStep: number },
): Promise<void> {
  await db.update(totpFactors).set({ confirmedAt, lastStep }).where(ofAccount(userId));
}

/** Returns false if another request, possibly a concurrent one, has used a code of this time step or a later one. */
export async function consumeTotpStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(ofAccount(userId), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId });
  return used.length > 0;
}

/** Deletes the app or the unconfirmed secret. Returns false if the account had no confirmed authenticator app. */
export async function deleteTotp(db: Executor, userId: string): Promise<boolean> {
  const deleted = await db
    .delete(totpFactors)
    .where(ofAccount(userId))
    .returning({ confirmedAt: totpFactors.confirmedAt });
  return deleted.some(({ confirmedAt }) => confirmedAt !== null);
}

export async function deleteTotpSetupsBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(totpFactors).where(and(isNull(totpFactors.confirmedAt), lt(totpFactors.createdAt, before)));
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** Replaces the recovery codes of an account; an empty list deletes all. */
export async function replaceRecoveryCodes(
  db: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length === 0) return;
  await db.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, codeHash })));
}

/** Returns false if the account has no such code, or another request, possibly a concurrent one, has used it. */
export async function consumeRecoveryCode(db: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}

export type FactorReset = typeof secondFactorResets.$inferSelect;

export async function insertReset(
  db: Executor,
  reset: typeof secondFactorResets.$inferInsert,
): Promise<void> {
  await db.insert(secondFactorResets).values(reset);
}

/** Records the superadmin that last requested a pending reset. */
export async function setRequester(db: Executor, userId: string, requestedBy: string): Promise<void> {
  await db.update(secondFactorResets).set({ requestedBy }).where(eq(secondFactorResets.userId, userId));
}

/** The pending reset of an account, or null if there is none. */
export async function findReset(db: Executor, userId: string): Promise<FactorReset | null> {
  const [row] = await db.select().from(secondFactorResets).where(eq(secondFactorResets.userId, userId));
  return row ?? null;
}

/** Deletes the account's reset. Returns null if there is none. */
export async function takeReset(db: Executor, userId: string): Promise<FactorReset | null> {
  const [row] = await db.delete(secondFactorResets).where(eq(secondFactorResets.userId, userId)).returning();
  return row ?? null;
}

/** Finds the account whose reset a mailed link cancels, or null if there is none. */
export async function findResetByToken(db: Executor, tokenHash: Buffer): Promise<FactorReset | null> {
  const [row] = await db.select().from(secondFactorResets).where(eq(secondFactorResets.tokenHash, tokenHash));
  return row ?? null;
}

export type PendingSignIn = typeof pendingSignIns.$inferSelect;

export async function insertPendingSignIn(
  db: Executor,
  pending: typeof pendingSignIns.$inferInsert,
): Promise<void> {
  await db.insert(pendingSignIns).values(pending);
}

/** A pending sign-in that has not expired, with its account, or null if there is none. */
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

/** Returns false if a concurrent request has consumed the pending sign-in. */
export async function deletePendingSignIn(db: Executor, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.tokenHash, tokenHash))
    .returning({ id: pendingSignIns.id });
  return deleted.length > 0;
}

/** Deletes the sign-ins of an account that are pending its second factor. */
export async function deleteSignInsOf(db: Executor, userId: string): Promise<void> {
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

export async function deleteExpiredSignIns(db: Executor, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now));
}
