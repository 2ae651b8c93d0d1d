import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { recoveryCodes, totpFactors } from './second-factor-schema.ts';

export type TotpRow = typeof totpFactors.$inferSelect;

const ofAccount = (userId: string) => eq(totpFactors.userId, userId);

/** The authenticator app in force; null: none. */
export async function findTotp(db: Executor, userId: string): Promise<TotpRow | null> {
  const isInForce = and(ofAccount(userId), isNotNull(totpFactors.confirmedAt));
  const [row] = await db.select().from(totpFactors).where(isInForce);
  return row ?? null;
}

/** The secret that was created after `since` and is not confirmed yet; null: none. */
export async function findTotpSetup(db: Executor, userId: string, since: Date): Promise<TotpRow | null> {
  const isSetUp = and(ofAccount(userId), isNull(totpFactors.confirmedAt), gt(totpFactors.createdAt, since));
  const [row] = await db.select().from(totpFactors).where(isSetUp);
  return row ?? null;
}

/** Stores a secret to confirm; it replaces an earlier unconfirmed one. */
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

/** False if a code of this time step or of a later one has been used already, also by a concurrent request. */
export async function consumeTotpStep(db: Executor, userId: string, step: number): Promise<boolean> {
  const used = await db
    .update(totpFactors)
    .set({ lastStep: step })
    .where(and(ofAccount(userId), lt(totpFactors.lastStep, step)))
    .returning({ userId: totpFactors.userId });
  return used.length > 0;
}

/** False if the account had no authenticator app in force. */
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

/** The codes of `hashes` replace the earlier ones; none with an empty list. */
export async function replaceRecoveryCodes(
  db: Executor,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (hashes.length === 0) return;
  await db.insert(recoveryCodes).values(hashes.map(codeHash => ({ userId, codeHash })));
}

/** False if the account has no such code (any more), also by a concurrent request. */
export async function consumeRecoveryCode(db: Executor, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ id: recoveryCodes.id });
  return used.length > 0;
}
