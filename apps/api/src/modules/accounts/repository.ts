import { and, desc, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { FAILURE_RETENTION_SECONDS, MAX_LOCK_SECONDS } from './rules.ts';
import { emailTokens, registrations, signInFailures, users } from './schema.ts';

export type UserRow = typeof users.$inferSelect;
type Purpose = (typeof emailTokens.$inferSelect)['purpose'];

/** Inserts an account. Returns null if the e-mail already has one. */
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

/** Locks an account until the transaction ends and returns true, if it is active and still has this password. */
export async function lockUnchangedUser(
  tx: Executor,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash), eq(users.isActive, true));
  const rows = await tx.select({ id: users.id }).from(users).where(isUnchanged).for('share');
  return rows.length > 0;
}

/** Whether an account is active. With `isLocked`, a deactivation waits until the transaction ends. */
export async function isActiveUser(tx: Executor, id: string, { isLocked = false } = {}): Promise<boolean> {
  const found = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isActive, true)))
    .$dynamic();
  return (await (isLocked ? found.for('share') : found)).length > 0;
}

/**
 * Serialises changes of an account and its data across all processes until the transaction ends. Returns the account, or
 * null if there is none. Must be called before rows of the account are locked, to avoid deadlocks.
 */
export async function lockAccount(tx: Executor, id: string): Promise<UserRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.account.${id.toLowerCase()}`}))`);
  return findUserById(tx, id);
}

/** Updates an active account. Returns null if the account was deleted or deactivated. */
export const updateUser = (
  db: Executor,
  id: string,
  values: PgUpdateSetSource<typeof users>,
): Promise<UserRow | null> => updateWhere(db, and(eq(users.id, id), eq(users.isActive, true)), values);

/** Updates an account, whether it is active or not. Returns null if the account was deleted. */
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

/** Up to two superadmins, including deactivated ones; with `email`, only the one with this address. */
export const findSuperadmins = (db: Executor, email?: string): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(eq(users.role, 'superadmin'), email === undefined ? undefined : eq(users.email, email)))
    .limit(2);

/** Serialises changes of the superadmins across all processes until the transaction ends. */
export async function lockSuperadmins(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('minga.first-superadmin'))`);
}

/** Stores a mailed link's token, which replaces the account's earlier one of the same purpose. */
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

/** The account and the new address of a valid token, which stays valid, or null if there is none. */
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

/** Deletes a valid token, so that it works once. Returns its account's id, or null if there is no such token. */
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

/** The new address whose link has not been opened yet, or null if there is none. */
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

/** Revokes the account's mailed links, all of them or those of one purpose. */
export async function deleteEmailTokens(db: Executor, userId: string, purpose?: Purpose): Promise<void> {
  const ofPurpose = purpose === undefined ? undefined : eq(emailTokens.purpose, purpose);
  await db.delete(emailTokens).where(and(eq(emailTokens.userId, userId), ofPurpose));
}

/** Voids the links of all changes to this address; the changes stay pending until they expire. */
export async function voidTokensForNewEmail(db: Executor, newEmail: string): Promise<void> {
  const tokenHash = sql`sha256(uuid_send(gen_random_uuid()))`;
  await db.update(emailTokens).set({ tokenHash }).where(eq(emailTokens.newEmail, newEmail));
}

export async function deleteExpiredTokens(db: Executor, now: Date): Promise<void> {
  await db.delete(emailTokens).where(lt(emailTokens.expiresAt, now));
}

export type RegistrationRow = typeof registrations.$inferSelect;

export async function insertRegistration(
  db: Executor,
  registration: typeof registrations.$inferInsert,
): Promise<void> {
  await db.insert(registrations).values(registration);
}

/** The newest pending sign-up of an address, or null if there is none. */
export async function findRegistration(
  db: Executor,
  email: string,
  now: Date,
): Promise<RegistrationRow | null> {
  const [row] = await db
    .select()
    .from(registrations)
    .where(isPending(email, now))
    .orderBy(desc(registrations.id))
    .limit(1);
  return row ?? null;
}

/** The sign-up of a valid link, which stays valid. */
export async function findRegistrationByLink(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(registrations).where(hasLink(tokenHash, now));
  return row ?? null;
}

const hasLink = (tokenHash: Buffer, now: Date) =>
  and(eq(registrations.tokenHash, tokenHash), gt(registrations.linkExpiresAt, now));

const isPending = (email: string, now: Date) =>
  and(eq(registrations.email, email), gt(registrations.expiresAt, now));

/** The password hash of an address's oldest pending sign-up, whose salt the later ones share, or null if there is none. */
export async function findPendingHash(db: Executor, email: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: registrations.passwordHash })
    .from(registrations)
    .where(isPending(email, now))
    .orderBy(registrations.id)
    .limit(1);
  return row?.passwordHash ?? null;
}

/** Whether a pending sign-up of an address has this password hash. */
export async function hasPendingHash(
  db: Executor,
  email: string,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(and(isPending(email, now), eq(registrations.passwordHash, passwordHash)))
    .limit(1);
  return row !== undefined;
}

/** Serialises changes of an address's sign-ups and links across all processes until the transaction ends. */
export async function lockAddress(tx: Executor, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.address.${email}`}))`);
}

export async function findRegistrationById(db: Executor, id: string): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(registrations).where(eq(registrations.id, id));
  return row ?? null;
}

/** Sets the link of a sign-up, which replaces an earlier one. */
export async function setRegistrationLink(
  db: Executor,
  id: string,
  { tokenHash, expiresAt: linkExpiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.update(registrations).set({ tokenHash, linkExpiresAt }).where(eq(registrations.id, id));
}

/** Voids the links of an address's sign-ups. The sign-ups stay, so that a sign-in does not reveal the new account. */
export async function voidRegistrationLinks(db: Executor, email: string): Promise<void> {
  await db
    .update(registrations)
    .set({ tokenHash: null, linkExpiresAt: null })
    .where(eq(registrations.email, email));
}

/** Deletes the sign-up of a valid link, so that the link works once. Returns it, or null if there is none. */
export async function consumeRegistration(
  db: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<RegistrationRow | null> {
  const [row] = await db.delete(registrations).where(hasLink(tokenHash, now)).returning();
  return row ?? null;
}

export async function deleteRegistrations(db: Executor, email: string): Promise<void> {
  await db.delete(registrations).where(eq(registrations.email, email));
}

export async function deleteExpiredRegistrations(db: Executor, now: Date): Promise<void> {
  const hasNoLink = or(isNull(registrations.linkExpiresAt), lt(registrations.linkExpiresAt, now));
  await db.delete(registrations).where(and(lt(registrations.expiresAt, now), hasNoLink));
}

/**
 * Counts a failure and locks the key for 1 s after `free` failures, doubled with each further one. Returns the number of failures;
 * while the key is locked, changes nothing and returns null. A single statement gives concurrent attempts no more tries than
 * sequential ones.
 */
export async function insertFailure(
  db: Executor,
  emailHash: Buffer,
  now: Date,
  free: number,
): Promise<number | null> {
  const retainedSince = new Date(now.getTime() - FAILURE_RETENTION_SECONDS * 1000);
  const failures = sql`case when ${signInFailures.lastFailureAt} < ${retainedSince} then 1 else ${signInFailures.failures} + 1 end`;
  // 2^30 seconds exceeds the longest lock by far; the bound prevents an overflow of the power.
  const seconds = sql`least(${MAX_LOCK_SECONDS}::float8, power(2, least(30, (${failures}) - ${free}::int)))`;
  const refusedUntil = sql`case when (${failures}) < ${free}::int then ${now}::timestamptz else ${now}::timestamptz + make_interval(secs => ${seconds}) end`;
  // A lock that ends later than the longest possible one was written while the clock was wrong.
  const latestEnd = new Date(now.getTime() + MAX_LOCK_SECONDS * 1000);
  const counted = await db
    .insert(signInFailures)
    .values({
      emailHash,
      failures: 1,
      refusedUntil: free === 1 ? new Date(now.getTime() + 1000) : now,
      lastFailureAt: now,
    })
    .onConflictDoUpdate({
      target: signInFailures.emailHash,
      set: { failures, refusedUntil, lastFailureAt: now },
      setWhere: sql`${signInFailures.refusedUntil} <= ${now} or ${signInFailures.refusedUntil} > ${latestEnd}`,
    })
    .returning({ failures: signInFailures.failures });
  return counted[0]?.failures ?? null;
}

/** The time at which the lock of a key ends, or null if the key has no failures. */
export async function findLockEnd(db: Executor, emailHash: Buffer): Promise<Date | null> {
  const [row] = await db.select().from(signInFailures).where(eq(signInFailures.emailHash, emailHash));
  return row?.refusedUntil ?? null;
}

export async function deleteFailures(db: Executor, emailHash: Buffer): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.emailHash, emailHash));
}

export async function deleteFailuresBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(signInFailures).where(lt(signInFailures.lastFailureAt, before));
}
