import { and, asc, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { users } from '../accounts/schema.ts';
import { releaseClients } from './client-repository.ts';
import { erasedVisitors } from './retention-schema.ts';
import { attendanceLinks, attendances } from './schema.ts';

/** An attendance as the erasure of its person's data needs it. */
const erasedColumns = { id: attendances.id, activityId: attendances.activityId, email: attendances.email };

/** An attendance that no account has confirmed, and whose data is stored. */
const isNamed = and(isNull(attendances.userId), isNotNull(attendances.name));

/** An attendance of a person without an account, whose data is stored: by its address it may belong to an account of later. */
export const isVisitors: SQL | undefined = and(
  isNamed,
  sql`not exists (select from ${users} where ${users.email} = ${attendances.email})`,
);

/** Locks those of these attendances whose visitors' data is stored. */
export const lockVisitors = (tx: Transaction, condition: SQL | undefined) =>
  lockNamed(tx, and(condition, isVisitors));

/** Locks those of these attendances that no account has confirmed and whose data is stored. */
export const lockNamed = (tx: Transaction, condition: SQL | undefined) =>
  tx
    .select(erasedColumns)
    .from(attendances)
    .where(and(condition, isNamed))
    .orderBy(asc(attendances.id))
    .for('update');

/** Removes name, contact, proof, answers, links and the ids of browsers from attendances, which still count. */
export async function anonymise(db: Executor, filter: SQL | undefined): Promise<void> {
  const anonymised = db.select({ id: attendances.id }).from(attendances).where(filter);
  await db.delete(attendanceLinks).where(inArray(attendanceLinks.attendanceId, anonymised));
  await releaseClients(db, anonymised);
  await db
    .update(attendances)
    .set({ name: null, email: null, phone: null, userId: null, proofHash: null, answers: [] })
    .where(filter);
}

/** Those of the addresses that no other attendance has. */
export async function addressesOnlyIn(
  tx: Transaction,
  emails: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const others = await tx
    .selectDistinct({ email: attendances.email })
    .from(attendances)
    .where(and(inArray(attendances.email, [...emails]), notInArray(attendances.id, [...ids])));
  const elsewhere = new Set(others.map(({ email }) => email));
  return emails.filter(email => !elsewhere.has(email));
}

/** Adds to the numbers of a day. */
export async function addErased(
  tx: Transaction,
  { day, people, addresses }: typeof erasedVisitors.$inferInsert,
): Promise<void> {
  if (people === 0 && addresses === 0) return;
  await tx
    .insert(erasedVisitors)
    .values({ day, people, addresses })
    .onConflictDoUpdate({
      target: erasedVisitors.day,
      set: {
        people: sql`${erasedVisitors.people} + excluded.people`,
        addresses: sql`${erasedVisitors.addresses} + excluded.addresses`,
      },
    });
}

export const isAmong = (ids: readonly string[]): SQL => inArray(attendances.id, [...ids]);

/** Those of these attendances that are in one of the activities. */
export const isAmongIn = (ids: readonly string[], activityIds: readonly string[]): SQL | undefined =>
  and(isAmong(ids), inArray(attendances.activityId, [...activityIds]));
