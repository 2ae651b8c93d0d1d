import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { registrations } from './schema.ts';

export type RegistrationRow = typeof registrations.$inferSelect;

export async function insertRegistration(
  db: Executor,
  registration: typeof registrations.$inferInsert,
): Promise<void> {
  await db.insert(registrations).values(registration);
}

/** The newest pending sign-up of an address; null: none. */
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

/** The password hash of the oldest pending sign-up of an address, whose salt the later ones share; null: none. */
export async function findPendingHash(db: Executor, email: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: registrations.passwordHash })
    .from(registrations)
    .where(isPending(email, now))
    .orderBy(registrations.id)
    .limit(1);
  return row?.passwordHash ?? null;
}

/** Has one of the pending sign-ups of an address this password hash? */
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

/** Serialises changes of what is pending for an address, over all processes, until the transaction ends. */
export async function lockAddress(tx: Executor, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.address.${email}`}))`);
}

export async function findRegistrationById(db: Executor, id: string): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(registrations).where(eq(registrations.id, id));
  return row ?? null;
}

/** Sets the link of a sign-up; it replaces an earlier one. */
export async function setRegistrationLink(
  db: Executor,
  id: string,
  { tokenHash, expiresAt: linkExpiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.update(registrations).set({ tokenHash, linkExpiresAt }).where(eq(registrations.id, id));
}

/** The links of an address's sign-ups stop working; the sign-ups stay, so that signing in does not reveal it. */
export async function voidRegistrationLinks(db: Executor, email: string): Promise<void> {
  await db
    .update(registrations)
    .set({ tokenHash: null, linkExpiresAt: null })
    .where(eq(registrations.email, email));
}

/** Deletes and returns the sign-up of a valid link, so that the link works once; null if there is none. */
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
