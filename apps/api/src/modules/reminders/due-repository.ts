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
import { inLockedRows, withKeyShareLock } from '../../platform/database/queries.ts';
import { isNotPostponed } from '../../platform/jobs/postponed-work.ts';
import { joinLockable, users } from '../accounts/queries.ts';
import { activities, isManagedBy, locationColumns } from '../activities/queries.ts';
import { attendees, attends } from '../attendance/queries.ts';
import { reminders, sentReminders } from './schema.ts';

/** The polling task that plans and sends reminders. */
export const REMINDERS = 'reminders';

const isUnplanned = (now: Date) =>
  and(reminders.isPending, isNull(reminders.dueAt), isNotPostponed(REMINDERS, reminders.id, now));

export interface Unplanned {
  readonly id: string;
  readonly daysBefore: number;
  readonly date: Date;
}

/**
 * Locks reminders without a due time until the transaction ends. The dates are read after the lock: a transaction that moves
 * an activity also updates its reminders, and waits.
 */
export async function lockUnplanned(tx: Transaction, now: Date, limit: number): Promise<Unplanned[]> {
  const taken = await tx
    .select({ id: reminders.id })
    .from(reminders)
    .where(isUnplanned(now))
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

/** Sets due times. A reminder that was already sent becomes pending again only if its new due time is in the future. */
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

/** Returns true if a reminder needs planning or is due. Combines both checks in one query, because usually there are none. */
export async function hasDue(db: Executor, when: DueFilter): Promise<boolean> {
  const unplanned = db.select({ id: reminders.id }).from(reminders).where(isUnplanned(when.now));
  const due = recipientKinds.map(whose => sql`exists ${dueOf[whose](db, when)}`);
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists ${unplanned} or ${sql.join(due, sql` or `)} as found`,
  );
  return rows[0]?.found === true;
}

/** The number of reminders that are due and not sent. */
export async function countDue(db: Executor, when: DueFilter): Promise<number> {
  const all = { ...when, includesPostponed: true };
  const counts = recipientKinds.map(whose => sql`(select count(*) from ${dueOf[whose](db, all)} as due)`);
  const { rows } = await db.execute<{ due: number }>(sql`select (${sql.join(counts, sql` + `)})::int as due`);
  return rows[0]?.due ?? 0;
}

/**
 * Claims due reminders of organisers, and of attendees who may see the activity. One statement selects, locks and marks them
 * and skips those that other processes have locked. It locks the recipients too, so that a concurrent deletion of a recipient
 * cannot deadlock.
 */
export async function claimDue(
  tx: Transaction,
  whose: RecipientKind,
  when: DueFilter,
  limit: number,
): Promise<Claimed[]> {
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
  return insertSent(tx, claimed, when.now);
}

/** Selects due reminders. `statuses` are the statuses that the public sees. */
export interface DueFilter {
  readonly now: Date;
  readonly statuses: ActivityStatus[];
  /** Includes reminders whose sending failed and was postponed. */
  readonly includesPostponed?: boolean;
}

/**
 * The recipients of reminders: accounts that set one, accounts that requested one when they confirmed without a session, and
 * visitors who requested one. Deactivated accounts receive none. An account's own reminder replaces the one of its confirmation.
 */
export const recipientKinds = ['accounts', 'signed-out', 'visitors'] as const;
export type RecipientKind = (typeof recipientKinds)[number];

const selectIds = (db: Executor) =>
  db
    .select({ id: reminders.id })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .$dynamic();

const dueOf = {
  accounts: (db: Executor, when: DueFilter) =>
    joinLockable(selectIds(db), eq(users.id, reminders.userId)).where(
      and(isDue(when), users.isActive, or(isOwn, and(isPublic(when), isAttendedByUser))),
    ),
  'signed-out': (db: Executor, when: DueFilter) =>
    joinLockable(
      selectIds(db).innerJoin(attendees, eq(attendees.id, reminders.attendanceId)),
      eq(users.email, attendees.email),
    ).where(and(isDue(when), users.isActive, or(isOwn, isPublic(when)), not(hasOwn(db)))),
  visitors: (db: Executor, when: DueFilter) =>
    selectIds(db)
      .innerJoin(attendees, eq(attendees.id, reminders.attendanceId))
      .where(and(isDue(when), isPublic(when), isNotNull(attendees.email), not(hasAccount(db)))),
};

/** Condition: the reminder is due and its activity is upcoming and not rejected. */
const isDue = ({ now, includesPostponed = false }: DueFilter): SQL | undefined =>
  and(
    reminders.isPending,
    lte(reminders.dueAt, now),
    gte(activities.date, now),
    ne(activities.status, 'rejected'),
    includesPostponed ? undefined : isNotPostponed(REMINDERS, reminders.id, now),
  );

const isOwn = or(eq(activities.ownerId, users.id), isManagedBy(users.id));
const isPublic = ({ statuses }: DueFilter): SQL => inArray(activities.status, statuses);

const isAttendedByUser = attends(reminders.activityId, users);

const hasAccount = (db: Executor): SQL =>
  exists(db.select({ id: users.id }).from(users).where(eq(users.email, attendees.email)));

/** Condition: the account has set a reminder of its own. */
function hasOwn(db: Executor): SQL {
  const own = alias(reminders, 'own');
  return exists(
    db
      .select({ id: own.id })
      .from(own)
      .where(and(eq(own.activityId, reminders.activityId), eq(own.userId, users.id))),
  );
}

/** Records claimed reminders as sent. The primary key of `sent_reminders` rejects a second e-mail for the same due time. */
async function insertSent(
  tx: Transaction,
  claimed: { id: string; dueAt: Date | null }[],
  now: Date,
): Promise<Claimed[]> {
  const rows = claimed.flatMap(({ id, dueAt }) =>
    dueAt === null ? [] : [{ reminderId: id, dueAt, sentAt: now }],
  );
  if (rows.length === 0) return [];
  const inserted = await tx
    .insert(sentReminders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: sentReminders.reminderId, dueAt: sentReminders.dueAt });
  return inserted;
}

/** Marks planned reminders of activities dated before `before` as not pending. They become pending again only if the date moves. */
export async function dropPast(db: Executor, before: Date): Promise<void> {
  const pastActivityIds = db
    .select({ id: activities.id })
    .from(activities)
    .where(lt(activities.date, before));
  await db
    .update(reminders)
    .set({ isPending: false })
    .where(
      and(reminders.isPending, isNotNull(reminders.dueAt), inArray(reminders.activityId, pastActivityIds)),
    );
}

export interface Claimed {
  readonly id: string;
  readonly dueAt: Date;
}

/** The contents of reminders, each with its recipient: an account (also found by the address) or a visitor. */
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
        date: activities.date,
        endDate: activities.endDate,
        ...locationColumns,
        ownerId: activities.ownerId,
      },
    })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .leftJoin(attendees, eq(attendees.id, reminders.attendanceId))
    .leftJoin(users, or(eq(users.id, reminders.userId), eq(users.email, attendees.email)))
    .where(inArray(reminders.id, ids));

export type Facts = Awaited<ReturnType<typeof findFacts>>[number];
