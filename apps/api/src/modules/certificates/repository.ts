import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { users } from '../accounts/queries.ts';
import type { Merged } from '../attendance/events.ts';
import { attendanceIdsAt, hoursWithdrawnAt, isEverAttendanceOf } from '../attendance/queries.ts';
import type { Printed } from './rules.ts';
import { certificates } from './schema.ts';

export type CertificateRow = typeof certificates.$inferSelect;

/** A certificate whose content was not withdrawn. */
export type PrintedCertificate = CertificateRow & { readonly printed: Printed };

/** The subject of a certificate: one attendance, or the attendances of an account in a period. */
export type Subject =
  | { readonly attendanceId: string }
  | { readonly userId: string; readonly period: Printed['period'] };

interface Person {
  readonly id: string;
  readonly email: string;
}

const isValid = isNull(certificates.revokedAt);

/**
 * The columns of a certificate as it is shown. A pending decision that withdraws some of its hours makes it invalid, but revokes it
 * permanently only when the decision can no longer be undone.
 */
const shown = {
  ...getTableColumns(certificates),
  revokedAt: sql<Date | null>`coalesce(${certificates.revokedAt}, (
    select min(${hoursWithdrawnAt(sql`(one ->> 'attendanceId')`)}) from jsonb_array_elements(${certificates.printed} -> 'activities') as one))`.mapWith(
    certificates.revokedAt,
  ),
};

const isOfPerson = (person: Person): SQL | undefined =>
  or(eq(certificates.userId, person.id), isEverAttendanceOf(certificates.attendanceId, person));

const isOf = (subject: Subject): SQL | undefined =>
  'attendanceId' in subject
    ? eq(certificates.attendanceId, subject.attendanceId)
    : and(
        eq(certificates.userId, subject.userId),
        sql`${certificates.printed} -> 'period' = ${JSON.stringify(subject.period)}::jsonb`,
      );

/** Finds the valid certificate of a subject. Returns null if there is none. */
export async function findValid(db: Executor, subject: Subject): Promise<PrintedCertificate | null> {
  const [row] = await db
    .select({ ...getTableColumns(certificates), printed: sql<Printed>`${certificates.printed}` })
    .from(certificates)
    .where(and(isOf(subject), isValid));
  return row ?? null;
}

export async function insertCertificate(
  tx: Transaction,
  row: typeof certificates.$inferInsert & { readonly printed: Printed },
): Promise<PrintedCertificate> {
  const [inserted] = await tx.insert(certificates).values(row).returning();
  if (inserted === undefined) throw new Error('the certificate was not inserted');
  return { ...inserted, printed: row.printed };
}

export async function revoke(tx: Transaction, ids: readonly string[], revokedAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(certificates)
    .set({ revokedAt })
    .where(inArray(certificates.id, [...ids]));
}

/** Finds the account to which an attendance belongs. Returns null for a visitor's attendance. */
export async function findAccountOf(db: Executor, { userId, email }: Attendance): Promise<Person | null> {
  const [person] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(or(userId === null ? undefined : eq(users.id, userId), eq(users.email, email ?? '')))
    // Prefers the account that confirmed the attendance to the account with its address.
    .orderBy(desc(eq(users.id, userId ?? users.id)))
    .limit(1);
  return person ?? null;
}

/** Locks the valid certificates of a person, for single attendances and for periods. */
export const lockValidOf = (tx: Transaction, person: Person): Promise<PrintedCertificate[]> =>
  tx
    .select({ ...getTableColumns(certificates), printed: sql<Printed>`${certificates.printed}` })
    .from(certificates)
    .where(and(isValid, isOfPerson(person)))
    .orderBy(asc(certificates.id))
    .for('update');

interface Attendance {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string | null;
}

/** Revokes the certificates of attendances, and the certificates of a period that list one of them. */
export async function revokeAllWith(
  tx: Transaction,
  attendances: readonly Attendance[],
  revokedAt: Date,
): Promise<void> {
  const ids = attendances.map(({ id }) => id);
  const people = tx
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        inArray(
          users.id,
          attendances.flatMap(({ userId }) => userId ?? []),
        ),
        inArray(
          users.email,
          attendances.flatMap(({ email }) => email ?? []),
        ),
      ),
    );
  const hasOne = sql`exists (
    select from jsonb_array_elements(${certificates.printed} -> 'activities') as one
    where one ->> 'attendanceId' = any(${sql.param(ids)}::text[])
  )`;
  await tx
    .update(certificates)
    .set({ revokedAt })
    .where(
      and(
        isValid,
        or(inArray(certificates.attendanceId, ids), and(inArray(certificates.userId, people), hasOne)),
      ),
    );
}

export async function findByNumber(db: Executor, number: string): Promise<CertificateRow | null> {
  const [row] = await db.select(shown).from(certificates).where(eq(certificates.number, number));
  return row ?? null;
}

/** A page of the valid certificates of an activity's attendances. */
export async function listOfActivity(db: Executor, activityId: string, { limit, offset }: Paging) {
  const valid = and(inArray(certificates.attendanceId, attendanceIdsAt(activityId)), isValid);
  const { attendanceId, number, issuedAt } = certificates;
  const rows = await db
    .select({ attendanceId: sql<string>`${attendanceId}`, number, issuedAt })
    .from(certificates)
    .where(valid)
    .orderBy(asc(issuedAt), asc(certificates.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(certificates, valid));
}

/** All certificates of a person, including revoked ones, the newest first. */
export const listOfPerson = (db: Executor, person: Person): Promise<CertificateRow[]> =>
  db
    .select(shown)
    .from(certificates)
    .where(isOfPerson(person))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));

/** The certificates of attendances, including revoked ones, the newest first. */
export const listOfAttendances = (db: Executor, ids: readonly string[]): Promise<CertificateRow[]> =>
  db
    .select(shown)
    .from(certificates)
    .where(inArray(certificates.attendanceId, [...ids]))
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));

/** Erases the content of attendances' certificates and revokes them. Their numbers remain. */
export async function withdraw(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .update(certificates)
    .set({ printed: null, revokedAt: sql`coalesce(${certificates.revokedAt}, ${at})` })
    .where(inArray(certificates.attendanceId, [...ids]));
}

/** Moves the certificates of a merged attendance to the remaining one. Revokes the valid one if the remaining one had hours. */
export async function moveMerged(
  tx: Transaction,
  { id, mergedId, hadHours }: Merged,
  at: Date,
): Promise<void> {
  const own = eq(certificates.attendanceId, mergedId);
  if (hadHours) await tx.update(certificates).set({ revokedAt: at }).where(and(own, isValid));
  const printed = sql`jsonb_set(${certificates.printed}, '{activities,0,attendanceId}', to_jsonb(${id}::text))`;
  await tx.update(certificates).set({ attendanceId: id, printed }).where(own);
}

/** Deletes the certificates that name a person. */
export async function deleteOfPerson(tx: Transaction, person: Person): Promise<void> {
  await tx.delete(certificates).where(isOfPerson(person));
}
