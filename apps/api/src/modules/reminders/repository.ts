import type { ActivityStatus } from '@minga/contract/activities';
import { and, asc, eq, gte, inArray, isNotNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/queries.ts';
import { users } from '../accounts/queries.ts';
import { activities, isManagedBy } from '../activities/queries.ts';
import {
  attendanceIdIn,
  attendanceIdsOf,
  attendedActivityIds,
  attendees,
  attends,
} from '../attendance/queries.ts';
import { reminders } from './schema.ts';

const selectReminders = (db: Executor) =>
  db
    .select({
      reminder: {
        id: reminders.id,
        activityId: reminders.activityId,
        daysBefore: reminders.daysBefore,
        createdAt: reminders.createdAt,
      },
      title: activities.title,
      date: activities.date,
    })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId));

export type ReminderRow = Awaited<ReturnType<typeof selectReminders>>[number];

export interface Person {
  readonly id: string;
  readonly email: string;
}

/**
 * Condition: the account set the reminder, or the reminder belongs to an attendance of the account. Such an attendance may
 * have been confirmed by e-mail before the account existed.
 */
const belongsTo = (person: Person): SQL | undefined =>
  or(eq(reminders.userId, person.id), inArray(reminders.attendanceId, attendanceIdsOf(person)));

/** Condition: the reminder belongs to the account, and the account's own reminder of the activity does not replace it. */
function isOf(db: Executor, person: Person): SQL | undefined {
  const own = alias(reminders, 'own');
  const ownOfActivity = db
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.activityId, reminders.activityId), eq(own.userId, person.id)));
  return and(belongsTo(person), or(isNotNull(reminders.userId), notExists(ownOfActivity)));
}

/** Selects a user's reminders of upcoming activities. */
export interface Current {
  readonly user: Person;
  readonly statuses: ActivityStatus[];
  readonly now: Date;
}

/** All reminders of an account, the next activity first. */
export const listOfPerson = (db: Executor, person: Person): Promise<ReminderRow[]> =>
  selectReminders(db).where(isOf(db, person)).orderBy(asc(activities.date), asc(reminders.id));

/** Reminders of upcoming activities that the account owns, or attends and may see. */
export async function listCurrent(
  db: Executor,
  current: Current,
  { limit, offset }: Paging,
): Promise<{ rows: ReminderRow[]; total: number }> {
  const rows = await selectReminders(db)
    .where(isCurrent(db, current))
    .orderBy(asc(activities.date), asc(reminders.id))
    .limit(limit)
    .offset(offset);
  const all = selectReminders(db).where(isCurrent(db, current));
  return withTotal(rows, { limit, offset }, () => db.$count(all.as('all')));
}

export async function findCurrent(db: Executor, current: Current, id: string): Promise<ReminderRow | null> {
  const [row] = await selectReminders(db).where(and(isCurrent(db, current), eq(reminders.id, id)));
  return row ?? null;
}

function isCurrent(db: Executor, { user, statuses, now }: Current): SQL | undefined {
  return and(
    isOf(db, user),
    gte(activities.date, now),
    or(
      eq(activities.ownerId, user.id),
      isManagedBy(user.id),
      and(inArray(activities.status, statuses), inArray(activities.id, attendedActivityIds(user))),
    ),
  );
}

export async function findReminder(db: Executor, person: Person, id: string): Promise<ReminderRow | null> {
  const [row] = await selectReminders(db).where(and(isOf(db, person), eq(reminders.id, id)));
  return row ?? null;
}

/** Whether the account has a reminder of the activity, including one of an attendance. */
export const hasReminder = async (db: Executor, person: Person, activityId: string): Promise<boolean> =>
  (await db.$count(reminders, and(belongsTo(person), eq(reminders.activityId, activityId)))) > 0;

/** Inserts reminders unless a unique index already holds one for the activity. Returns the inserted ids. */
export async function insertReminders(
  db: Executor,
  rows: (typeof reminders.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const written = await db
    .insert(reminders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: reminders.id });
  return written.map(({ id }) => id);
}

/** Sets the days; a trigger schedules the reminder again if they differ. Returns true if the reminder exists. */
export async function updateReminder(
  db: Executor,
  person: Person,
  id: string,
  daysBefore: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(reminders)
    .set({ daysBefore })
    .where(and(isOf(db, person), eq(reminders.id, id)));
  return rowCount !== 0;
}

/** Deletes a reminder and the reminder of the same activity that it replaces. Returns true if there was one. */
export async function deleteReminder(db: Executor, person: Person, id: string): Promise<boolean> {
  const ofActivity = db
    .select({ id: reminders.activityId })
    .from(reminders)
    .where(and(belongsTo(person), eq(reminders.id, id)));
  const { rowCount } = await db
    .delete(reminders)
    .where(and(belongsTo(person), inArray(reminders.activityId, ofActivity)));
  return rowCount !== 0;
}

export interface Attendance {
  readonly id: string;
  readonly activityId: string;
  readonly userId: string | null;
  readonly email: string | null;
}

/** Deletes the reminders of visitors' attendances. */
export async function deleteOfVisitors(db: Executor, attendanceIds: readonly string[]): Promise<void> {
  await db.delete(reminders).where(inArray(reminders.attendanceId, [...attendanceIds]));
}

/** Deletes the reminders of an attendance and of its account, unless the account manages the activity. */
export async function deleteOfAttendance(
  db: Executor,
  { id, activityId, userId, email }: Attendance,
): Promise<void> {
  const ofAccount = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(
      activities,
      and(
        eq(activities.id, activityId),
        ne(activities.ownerId, users.id),
        sql`${isManagedBy(users.id)} is not true`,
      ),
    )
    .where(
      or(
        userId === null ? undefined : eq(users.id, userId),
        email === null ? undefined : eq(users.email, email),
      ) ?? sql`false`,
    );
  await db
    .delete(reminders)
    .where(
      or(
        eq(reminders.attendanceId, id),
        and(eq(reminders.activityId, activityId), inArray(reminders.userId, ofAccount)),
      ),
    );
}

/** Deletes all reminders of an account, including those of attendances that its address confirmed without a session. */
export async function deleteOfAccount(db: Executor, userId: string, email: string): Promise<void> {
  await db.delete(reminders).where(belongsTo({ id: userId, email }));
}

/** Whether the account attends the activity. */
export async function isAttendee(db: Executor, activityId: string, user: Person): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select ${attends(activityId, user)} as found`);
  return rows[0]?.found === true;
}

interface Coded {
  readonly id: string;
  readonly code: Buffer;
}

/** Finds the attendances that reminders belong to, by reminder. Organisers who do not attend have none. */
export async function findCoded(
  tx: Transaction,
  reminderIds: readonly string[],
): Promise<ReadonlyMap<string, Coded>> {
  const own = attendanceIdIn(reminders.activityId, users);
  const rows = await tx
    .select({ reminderId: reminders.id, attendance: { id: attendees.id, code: attendees.code } })
    .from(reminders)
    .leftJoin(users, eq(users.id, reminders.userId))
    .innerJoin(attendees, eq(attendees.id, sql`coalesce(${reminders.attendanceId}, ${own})`))
    .where(inArray(reminders.id, [...reminderIds]));
  return new Map(rows.map(({ reminderId, attendance }) => [reminderId, attendance]));
}
