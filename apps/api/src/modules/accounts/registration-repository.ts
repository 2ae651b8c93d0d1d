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

/** The newest sign-up of an address that still waits; null: none. */
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

/** The sign-up behind a good link, which stays good. */
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

/** One change of what waits for an address at a time, over all processes; until the transaction ends. */
export async function lockAddress(tx: Executor, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`minga.address.${email}`}))`);
}

export async function findRegistrationById(db: Executor, id: string): Promise<RegistrationRow | null> {
  const [row] = await db.select().from(registrations).where(eq(registrations.id, id));
  return row ?? null;
}

/** Gives a sign-up its link, in the place of an earlier one. */
export async function setRegistrationLink(
  db: Executor,
  id: string,
  link: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db.update(registrations).set(link).where(eq(registrations.id, id));
}

/** Uses a link up: whoever deletes its sign-up has it, so that it works once. */
export async function takeRegistration(
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
