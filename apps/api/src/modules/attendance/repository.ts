import { and, desc, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from './schema.ts';

export type AttendanceRow = typeof attendances.$inferSelect;

/** Null when this e-mail is registered for the activity already: the unique index decides. */
export async function insertAttendance(
  db: Executor,
  values: typeof attendances.$inferInsert,
): Promise<AttendanceRow | null> {
  const [row] = await db
    .insert(attendances)
    .values(values)
    .onConflictDoNothing({ target: [attendances.activityId, attendances.email] })
    .returning();
  return row ?? null;
}

/** Gives an account's attendances its new address; where a visitor's stands under it already, that one becomes the account's. */
export async function moveToEmail(db: Executor, userId: string, email: string): Promise<void> {
  const mine = eq(attendances.userId, userId);
  const twin = alias(attendances, 'twin');
  const hasTwin = db
    .select({ id: twin.id })
    .from(twin)
    .where(and(eq(twin.activityId, attendances.activityId), eq(twin.email, email)));
  await db.delete(attendances).where(and(mine, ne(attendances.email, email), exists(hasTwin)));
  await db.update(attendances).set({ email }).where(mine);
  await db
    .update(attendances)
    .set({ userId })
    .where(and(eq(attendances.email, email), isNull(attendances.userId)));
}

/** Takes name and address from what a deleted account attended; that somebody came stays counted. */
export async function anonymise(db: Executor, userId: string, email: string): Promise<void> {
  await db
    .update(attendances)
    .set({ name: null, email: null, userId: null, proofHash: null })
    .where(ofAccount(userId, email));
}

/** What an account attends, by its id or its verified address, with the activity; the newest first. */
export const listOfAccount = (db: Executor, userId: string, email: string) =>
  db
    .select({ attendance: attendances, activity: { title: activities.title, date: activities.date } })
    .from(attendances)
    .innerJoin(activities, eq(activities.id, attendances.activityId))
    .where(ofAccount(userId, email))
    .orderBy(desc(attendances.createdAt));

export const countOfAccount = (db: Executor, userId: string, email: string): Promise<number> =>
  db.$count(attendances, ofAccount(userId, email));

const ofAccount = (userId: string, email: string) =>
  or(eq(attendances.userId, userId), eq(attendances.email, email));

/** Is somebody of this name, in whatever capitals, registered for it? */
export async function hasParticipantNamed(db: Executor, activityId: string, name: string): Promise<boolean> {
  const sameName = sql`lower(${attendances.name}) = lower(${name})`;
  return isThere(db, and(eq(attendances.activityId, activityId), sameName));
}

export const attendsByEmail = (db: Executor, activityId: string, email: string): Promise<boolean> =>
  isThere(db, and(eq(attendances.activityId, activityId), eq(attendances.email, email)));

export const attendsByProof = (
  db: Executor,
  activityId: string,
  proofHash: Buffer,
  email: string | undefined,
): Promise<boolean> =>
  isThere(
    db,
    and(
      eq(attendances.activityId, activityId),
      eq(attendances.proofHash, proofHash),
      email === undefined ? undefined : eq(attendances.email, email),
    ),
  );

async function isThere(db: Executor, filter: ReturnType<typeof and>): Promise<boolean> {
  const [row] = await db.select({ id: attendances.id }).from(attendances).where(filter).limit(1);
  return row !== undefined;
}
