import { and, count, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { recoveryCodes, secondFactorResets, totpFactors } from './second-factor-schema.ts';

export type TotpRow = typeof totpFactors.$inferSelect;

/** The authenticator app in force; null: none. */
export async function findTotp(db: Executor, userId: string): Promise<TotpRow | null> {
  const isInForce = and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt));
  const [row] = await db.select().from(totpFactors).where(isInForce);
  return row ?? null;
}

export async function countRecoveryCodes(db: Executor, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** When a reset that was started takes effect; null: none. */
export async function findResetDueAt(db: Executor, userId: string): Promise<Date | null> {
  const { dueAt } = secondFactorResets;
  const [row] = await db
    .select({ dueAt })
    .from(secondFactorResets)
    .where(eq(secondFactorResets.userId, userId));
  return row?.dueAt ?? null;
}
