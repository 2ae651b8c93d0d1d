import type { ActivityStatus } from '@minga/contract/activities';
import {
  and,
  asc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { dueWork } from '../../platform/due-work/schema.ts';
import { lockAccounts, users } from '../accounts/queries.ts';
import { activities, isManagedBy, locationColumns } from '../activities/queries.ts';
import { attendees, attends } from '../attendance/queries.ts';
import { reminders, sentReminders } from './schema.ts';

/** The kind of due work that plans and sends reminders. Its key is the reminder's id. */
export const REMINDERS = 'reminders';

/** Triggers schedule a reminder for this time. The next poll replaces it by the due time, which depends on the time zone. */
export const UNPLANNED = new Date(0);

/** Selects reminders that may be sent. `statuses` are the statuses that the public sees. */
export interface SendableFilter {
  readonly now: Date;
  readonly statuses: ActivityStatus[];
}

const query = new QueryBuilder();

/**
 * Condition: the activity is upcoming and not rejected, and the recipient is an organiser, or an attendee who may see the activity.
 * Recipients are accounts that set the reminder, accounts that requested it when they confirmed without a session, and visitors.
 * Deactivated accounts receive none. An account's own reminder replaces the one of its confirmation.
 */
function isSendable({ now, statuses }: SendableFilter): SQL<boolean> {
  const isPublic = inArray(activities.status, statuses);
  const isOwn = or(eq(activities.ownerId, users.id), isManagedBy(users.id));
  const isToAccount = and(
    users.isActive,
    or(isOwn, and(isPublic, or(isNotNull(reminders.attendanceId), attends(reminders.activityId, users)))),
    or(isNotNull(reminders.userId), not(hasOwn)),
  );
  return sql`coalesce(${gte(activities.date, now)} and ${ne(activities.status, 'rejected')} and
    case when ${users.id} is null then ${and(isPublic, isNotNull(attendees.email))} else ${isToAccount} end, false)`;
}

const own = alias(reminders, 'own');
/** Condition: the account has set a reminder of its own. */
const hasOwn = exists(
  query
    .select({ id: own.id })
    .from(own)
    .where(and(eq(own.activityId, reminders.activityId), eq(own.userId, users.id))),
);

/** Joins the recipient: an account (also found by the address), or a visitor. */
const isRecipient = or(eq(users.id, reminders.userId), eq(users.email, attendees.email));

/** Condition on due work: the reminder is to be planned or may be sent, or does not exist any more. */
export const isReady = (filter: SendableFilter): SQL => {
  const sendable = query
    .select({ isSendable: isSendable(filter) })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .leftJoin(attendees, eq(attendees.id, reminders.attendanceId))
    .leftJoin(users, isRecipient)
    .where(eq(reminders.id, sql`${dueWork.key}::uuid`));
  return sql`(${eq(dueWork.at, UNPLANNED)} or coalesce(${sendable}, true))`;
};

/** The number of reminders that are due and not sent. */
export const countDue = (db: Executor, filter: SendableFilter): Promise<number> =>
  db.$count(
    dueWork,
    and(eq(dueWork.kind, REMINDERS), lte(dueWork.at, filter.now), ne(dueWork.at, UNPLANNED), isReady(filter)),
  );

/** Finds reminders, each with its recipient, and locks both. Recipients come first, as in a transaction that deletes a recipient. */
export async function lockFacts(tx: Transaction, ids: readonly string[], filter: SendableFilter) {
  const isOne = inArray(reminders.id, [...ids]);
  const attendanceIds = tx.select({ id: reminders.attendanceId }).from(reminders).where(isOne);
  const userIds = tx
    .select({ id: users.id })
    .from(reminders)
    .leftJoin(attendees, eq(attendees.id, reminders.attendanceId))
    .innerJoin(users, isRecipient)
    .where(isOne);
  await lockAccounts(tx, userIds, 'key share');
  await tx
    .select({ id: attendees.id })
    .from(attendees)
    .where(inArray(attendees.id, attendanceIds))
    .orderBy(asc(attendees.id))
    .for('key share');
  return tx
    .select({
      id: reminders.id,
      daysBefore: reminders.daysBefore,
      isSendable: isSendable(filter),
      /** Whether it was sent, for whichever due time. */
      isSent: sql<boolean>`exists ${tx.select({ id: sentReminders.reminderId }).from(sentReminders).where(eq(sentReminders.reminderId, reminders.id))}`,
      attendanceId: reminders.attendanceId,
      user: { id: users.id, name: users.username, email: users.email },
      visitor: { name: attendees.name, email: attendees.email },
      activity: {
        id: activities.id,
        title: activities.title,
        date: activities.date,
        endDate: activities.endDate,
        ...locationColumns,
        chatUrl: activities.chatUrl,
        ownerId: activities.ownerId,
      },
    })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .leftJoin(attendees, eq(attendees.id, reminders.attendanceId))
    .leftJoin(users, isRecipient)
    .where(isOne)
    .for('key share', { of: reminders });
}

export type Facts = Awaited<ReturnType<typeof lockFacts>>[number];

/** Records reminders as sent, and returns the ids of those that were not. The primary key rejects a second e-mail for the same due time. */
export async function insertSent(
  tx: Transaction,
  rows: readonly (typeof sentReminders.$inferInsert)[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await tx
    .insert(sentReminders)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: sentReminders.reminderId });
  return new Set(inserted.map(({ id }) => id));
}

/** Drops the reminders of activities dated before `before`. They become due again only if the date moves. */
export async function dropPast(db: Executor, before: Date): Promise<void> {
  const past = query
    .select({ key: sql`${reminders.id}::text` })
    .from(reminders)
    .innerJoin(activities, eq(activities.id, reminders.activityId))
    .where(lt(activities.date, before));
  // A concurrent change of the date makes the row unplanned, and PostgreSQL then evaluates this condition again.
  await db
    .delete(dueWork)
    .where(and(eq(dueWork.kind, REMINDERS), ne(dueWork.at, UNPLANNED), inArray(dueWork.key, past)));
}
