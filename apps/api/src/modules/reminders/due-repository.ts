import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { inLockedRows, withKeyShareLock } from '../../platform/database/locking.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendees, attends } from '../attendance/queries.ts';
import { reminders, sentReminders } from './schema.ts';

const isUnplanned = and(reminders.isPending, isNull(reminders.dueAt));

export interface Unplanned {
  readonly id: string;
  readonly daysBefore: number;
  readonly date: Date;
}

/**
 * What has no due moment yet, kept until the transaction ends. The dates are read once that is so: whoever moves one must
 * change its reminders too, and waits.
 */
export async function takeUnplanned(tx: Transaction, limit: number): Promise<Unplanned[]> {
  const taken = await tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(isUnplanned)
    .limit(limit)
    .for('update', { skipLocked: true });
  if (taken.length === 0) return [];
  const ids = taken.map(({ id }) => id);
  return tx
    .select({ id: reminders.id, daysBefore: reminders.daysBefore, date: activities.date })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .where(inArray(reminders.id, ids));
}

/** What was sent already is sent again only at a moment that is still ahead: that its date moved is told by another letter. */
export async function setDue(
  tx: Transaction,
  planned: readonly { id: string; dueAt: Date }[],
  now: Date,
): Promise<void> {
  if (planned.length === 0) return;
  const plan = JSON.stringify(planned);
  await tx.execute(
    sql`update ${reminders} set due_at = plan."dueAt", is_pending = plan."dueAt" > ${now}::timestamptz
        or not exists (select from ${sentReminders} where ${sentReminders.reminderId} = ${reminders.id})
      from jsonb_to_recordset(${plan}::jsonb) as plan(id uuid, "dueAt" timestamptz) where ${reminders.id} = plan.id`,
  );
}

/** Is there anything to plan or to send? One look, where there mostly is not. */
export async function hasDue(db: Executor, when: When): Promise<boolean> {
  const unplanned = db.select({ id: reminders.id }).from(reminders).where(isUnplanned);
  const due = whoseReminders.map(whose => sql`exists ${dueOf[whose](db, when)}`);
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists ${unplanned} or ${sql.join(due, sql` or `)} as found`,
  );
  return rows[0]?.found === true;
}

/** How many are due, and not sent. */
export async function countDue(db: Executor, when: When): Promise<number> {
  const counts = whoseReminders.map(whose => sql`(select count(*) from ${dueOf[whose](db, when)} as due)`);
  const { rows } = await db.execute<{ due: number }>(sql`select (${sql.join(counts, sql` + `)})::int as due`);
  return rows[0]?.due ?? 0;
}

/**
 * Claims due reminders of who owns the activity, or still attends it and may see it. One statement finds, locks and marks
 * them, passing over what other processes hold; who is told is locked too, so that nobody who deletes them waits for us
 * in a circle.
 */
export async function claimDue(tx: Transaction, whose: Whose, when: When, limit: number): Promise<Claimed[]> {
  const due = dueOf[whose](tx, when)
    .orderBy(asc(reminders.dueAt))
    .limit(limit)
    .for('update', { of: reminders, skipLocked: true });
  const recipient = whose === 'visitors' ? attendees : users;
  const claimed = await tx
    .update(reminders)
    .set({ isPending: false })
    .where(inLockedRows(reminders.id, withKeyShareLock(due, recipient)))
    .returning({ id: reminders.id, dueAt: reminders.dueAt });
  return onlyUnsent(tx, claimed, when.now);
}

/** Now, and the statuses of what everybody may see. */
export interface When {
  readonly now: Date;
  readonly statuses: ActivityStatus[];
}

/**
 * Accounts that set a reminder; accounts that confirmed signed out and chose to be reminded; people without an account
 * who chose so. Each only while it is active and, where it has set a reminder itself, by that one.
 */
export const whoseReminders = ['accounts', 'signed-out', 'visitors'] as const;
export type Whose = (typeof whoseReminders)[number];

const dueOf = {
  accounts: (db: Executor, when: When) =>
    db
      .select({ id: reminders.id })
      .from(reminders)
      .innerJoin(activities, eq(activities.id, reminders.activityId))
      .innerJoin(users, eq(users.id, reminders.userId))
      .where(and(isDue(when), users.isActive, or(isOwn, and(isPublic(when), isAttendedByUser))))
      .$dynamic(),
  'signed-out': (db: Executor, when: When) =>
    db
      .select({ id: reminders.id })
      .from(reminders)
      .innerJoin(activities, eq(activities.id, reminders.activityId))
      .innerJoin(attendees, eq(attendees.id, reminders.attendanceId))
      .innerJoin(users, eq(users.email, attendees.email))
      .where(and(isDue(when), users.isActive, or(isOwn, isPublic(when)), not(hasOwn(db))))
      .$dynamic(),
  visitors: (db: Executor, when: When) =>
    db
      .select({ id: reminders.id })
      .from(reminders)
      .innerJoin(activities, eq(activities.id, reminders.activityId))
      .innerJoin(attendees, eq(attendees.id, reminders.attendanceId))
      .where(and(isDue(when), isPublic(when), isNotNull(attendees.email), not(hasAccount(db))))
      .$dynamic(),
};

/** Due, of an activity that is still to come and not rejected. */
const isDue = ({ now }: When): SQL | undefined =>
  and(
    reminders.isPending,
    lte(reminders.dueAt, now),
    gte(activities.date, now),
    ne(activities.status, 'rejected'),
  );

const isOwn = eq(activities.ownerId, users.id);
const isPublic = ({ statuses }: When): SQL => inArray(activities.status, statuses);

const isAttendedByUser = attends(reminders.activityId, users);

const hasAccount = (db: Executor): SQL =>
  exists(db.select({ id: users.id }).from(users).where(eq(users.email, attendees.email)));

/** Has the account chosen for itself when to be reminded? */
function hasOwn(db: Executor): SQL {
  const own = alias(reminders, 'own');
  return exists(
    db
      .select({ id: own.id })
      .from(own)
      .where(and(eq(own.activityId, reminders.activityId), eq(own.userId, users.id))),
  );
}

/** The row of each due moment is there once: what was sent for it before is not sent again. */
async function onlyUnsent(
  tx: Transaction,
  claimed: { id: string; dueAt: Date | null }[],
  now: Date,
): Promise<Claimed[]> {
  const rows = claimed.flatMap(({ id, dueAt }) =>
    dueAt === null ? [] : [{ reminderId: id, dueAt, sentAt: now }],
  );
  if (rows.length === 0) return [];
  const fresh = await tx
    .insert(sentReminders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: sentReminders.reminderId, dueAt: sentReminders.dueAt });
  return fresh;
}

/** Gives up what nobody was reminded of before it was over: it is not looked at again unless its date moves. */
export async function closeOver(db: Executor, than: Date): Promise<void> {
  const over = db.select({ id: activities.id }).from(activities).where(lt(activities.date, than));
  await db
    .update(reminders)
    .set({ isPending: false })
    .where(and(reminders.isPending, isNotNull(reminders.dueAt), inArray(reminders.activityId, over)));
}

export interface Claimed {
  readonly id: string;
  readonly dueAt: Date;
}

const organisers = alias(users, 'organisers');

/** What a reminder tells, to whom: an account, by itself or by its address, or somebody without one. */
export const findFacts = (tx: Transaction, ids: string[]) =>
  tx
    .select({
      id: reminders.id,
      attendanceId: reminders.attendanceId,
      user: { id: users.id, name: users.username, email: users.email },
      visitor: { name: attendees.name, email: attendees.email },
      activity: {
        id: activities.id,
        title: activities.title,
        description: activities.description,
        date: activities.date,
        place: activities.place,
        responsible: activities.responsible,
        revision: activities.revision,
        updatedAt: activities.updatedAt,
        organiser: organisers.username,
      },
    })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .innerJoin(organisers, eq(organisers.id, activities.ownerId))
    .leftJoin(attendees, eq(attendees.id, reminders.attendanceId))
    .leftJoin(users, or(eq(users.id, reminders.userId), eq(users.email, attendees.email)))
    .where(inArray(reminders.id, ids));

export type Facts = Awaited<ReturnType<typeof findFacts>>[number];
