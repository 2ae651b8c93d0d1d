import { and, eq } from 'drizzle-orm';
import type { Database, Executor } from '../../../platform/database/connection.ts';
import { personalCalendars, users } from '../schema.ts';

/** Stores the account's address in place of an earlier one. */
export async function storeCalendar(
  tx: Executor,
  userId: string,
  address: Omit<typeof personalCalendars.$inferInsert, 'userId'>,
): Promise<void> {
  await tx
    .insert(personalCalendars)
    .values({ userId, ...address })
    .onConflictDoUpdate({ target: personalCalendars.userId, set: address });
}

export async function deleteCalendar(db: Executor, userId: string): Promise<void> {
  await db.delete(personalCalendars).where(eq(personalCalendars.userId, userId));
}

/** When the account's address was created, or null if it has none. */
export async function calendarCreatedAt(db: Database, userId: string): Promise<Date | null> {
  const { createdAt } = personalCalendars;
  const [row] = await db
    .select({ createdAt })
    .from(personalCalendars)
    .where(eq(personalCalendars.userId, userId));
  return row?.createdAt ?? null;
}

/** The active account whose calendar has a secret with this hash, or null if there is none. */
export async function findAccountOfCalendar(
  db: Database,
  secretHash: Buffer,
): Promise<{ id: string; email: string } | null> {
  const [row] = await db
    .select({ id: users.id, email: users.email })
    .from(personalCalendars)
    .innerJoin(users, eq(users.id, personalCalendars.userId))
    .where(and(eq(personalCalendars.secretHash, secretHash), users.isActive));
  return row ?? null;
}
