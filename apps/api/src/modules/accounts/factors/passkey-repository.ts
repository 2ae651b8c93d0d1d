import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { passkeyChallenges, passkeyHandles, passkeys } from '../schema.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
type ChallengeRow = typeof passkeyChallenges.$inferSelect;

/** Returns the user handle of an account, and stores `handle` as such if there is none. */
export async function ensureHandle(db: Executor, userId: string, handle: Buffer): Promise<Buffer> {
  const inserted = await db
    .insert(passkeyHandles)
    .values({ userId, handle })
    .onConflictDoNothing({ target: passkeyHandles.userId })
    .returning();
  const [row] =
    inserted.length > 0
      ? inserted
      : await db.select().from(passkeyHandles).where(eq(passkeyHandles.userId, userId));
  if (row === undefined) throw new Error('the account has no user handle');
  return row.handle;
}

/** An account's passkeys, the newest first. There are at most `PASSKEYS_MAX`. */
export const listPasskeys = (db: Executor, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));

export const countPasskeys = (db: Executor, userId: string): Promise<number> =>
  db.$count(passkeys, eq(passkeys.userId, userId));

/** The passkey with this credential id and its account's user handle, or null if there is none. */
export async function findPasskey(
  db: Executor,
  credentialId: Buffer,
): Promise<{ passkey: PasskeyRow; handle: Buffer } | null> {
  const [row] = await db
    .select({ passkey: passkeys, handle: passkeyHandles.handle })
    .from(passkeys)
    .innerJoin(passkeyHandles, eq(passkeyHandles.userId, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** Returns null if an account already has this credential. */
export async function insertPasskey(
  db: Executor,
  passkey: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | null> {
  const [row] = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return row ?? null;
}

export async function updatePasskey(
  db: Executor,
  id: string,
  values: Pick<PasskeyRow, 'counter' | 'lastUsedAt'>,
): Promise<void> {
  await db.update(passkeys).set(values).where(eq(passkeys.id, id));
}

/** Returns the deleted passkey, or null if the account has no such passkey. */
export async function deletePasskey(db: Executor, userId: string, id: string): Promise<PasskeyRow | null> {
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const [row] = await db.delete(passkeys).where(own).returning();
  return row ?? null;
}

/** Deletes every passkey of an account and returns their number. */
export async function deletePasskeys(db: Executor, userId: string): Promise<number> {
  const { rowCount } = await db.delete(passkeys).where(eq(passkeys.userId, userId));
  return rowCount ?? 0;
}

export async function insertChallenge(
  db: Executor,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Deletes a valid challenge, so that it works once. Returns false if there is none. */
export async function deleteChallenge(
  db: Executor,
  challenge: Pick<ChallengeRow, 'challengeHash' | 'browserHash' | 'purpose' | 'userId'>,
  now: Date,
): Promise<boolean> {
  const { challengeHash, browserHash, purpose, userId } = challenge;
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.browserHash, browserHash),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, now),
      ),
    );
  return rowCount !== 0;
}

export async function deleteExpiredChallenges(db: Executor, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
