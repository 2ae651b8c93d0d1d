import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
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
    .where(and(eq(registrations.email, email), gt(registrations.expiresAt, now)))
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
  and(eq(registrations.tokenHash, tokenHash), gt(registrations.expiresAt, now));

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
  link: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.update(registrations).set(link).where(eq(registrations.id, id));
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
  await db.delete(registrations).where(lt(registrations.expiresAt, now));
}
