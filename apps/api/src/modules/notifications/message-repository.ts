import type { Audience, AudienceCounts } from '@minga/contract/messages';
import { and, countDistinct, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { recipients } from '../attendance/queries.ts';
import { activityMessages, announcementRecipients, announcements } from './announcement-schema.ts';

export type MessageRow = typeof activityMessages.$inferSelect;

/** A message with the name of its sender; null: the account was deleted. */
export interface SentMessageRow {
  readonly message: MessageRow;
  readonly sender: string | null;
}

const inAudience = (activityId: string, audience: Audience): SQL | undefined =>
  and(
    eq(recipients.activityId, activityId),
    audience === 'all' ? undefined : eq(recipients.isConfirmed, audience === 'confirmed'),
  );

/** How many people a message would be sent to: those with an address, except the organiser. */
export async function countAudience(db: Executor, activityId: string, audience: Audience): Promise<number> {
  const [row] = await db
    .select({ people: countDistinct(recipients.email) })
    .from(recipients)
    .where(inAudience(activityId, audience));
  return row?.people ?? 0;
}

/** The same for each audience. One person may be in the list more than once. */
export async function countAudiences(db: Executor, activityId: string): Promise<AudienceCounts> {
  const people = (filter: SQL) =>
    sql<number>`count(distinct ${recipients.email}) filter (where ${filter})::int`;
  const [row] = await db
    .select({
      confirmed: people(sql`${recipients.isConfirmed}`),
      waiting: people(sql`not ${recipients.isConfirmed}`),
      all: people(sql`true`),
    })
    .from(recipients)
    .where(inAudience(activityId, 'all'));
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}

/** The same message to the same people, sent since `since`; null: there is none. */
export async function findRepeated(
  tx: Transaction,
  { activityId, subject, text, audience }: Pick<MessageRow, 'activityId' | 'subject' | 'text' | 'audience'>,
  since: Date,
): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(activityMessages)
    .where(
      and(
        eq(activityMessages.activityId, activityId),
        eq(activityMessages.subject, subject),
        eq(activityMessages.text, text),
        eq(activityMessages.audience, audience),
        gt(activityMessages.createdAt, since),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Stores a message, and everybody who is to get it as recipients that are not notified yet. */
export async function insertMessage(tx: Transaction, message: MessageRow): Promise<void> {
  const { id, activityId, senderId, audience, createdAt } = message;
  await tx.insert(activityMessages).values(message);
  await tx.execute(sql`
    with announced as (
      insert into ${announcements} (id, type, activity_id, sender_id, title, old_date, old_place, date, place, message_id, created_at)
      select gen_random_uuid(), 'message', ${activities.id}, ${senderId}, ${activities.title}, ${activities.date}, ${activities.place},
        ${activities.date}, ${activities.place}, ${id}, ${createdAt}::timestamptz
      from ${activities} where ${eq(activities.id, activityId)}
      returning id
    )
    insert into ${announcementRecipients} (news_id, name, email, user_id, is_confirmed, attendance_id, due_at)
    select distinct on (${recipients.email}) announced.id, ${recipients.name}, ${recipients.email}, ${recipients.userId},
      ${recipients.isConfirmed}, case when ${recipients.userId} is null then ${recipients.attendanceId} end, ${createdAt}::timestamptz
    from announced, ${recipients} where ${inAudience(activityId, audience)}
    order by ${recipients.email}`);
}

/** The messages of an activity, the newest first. */
export async function listSent(
  db: Executor,
  activityId: string,
  { limit, offset }: Paging,
): Promise<{ rows: SentMessageRow[]; total: number }> {
  const ofActivity = eq(activityMessages.activityId, activityId);
  const rows = await db
    .select({ message: getTableColumns(activityMessages), sender: users.username })
    .from(activityMessages)
    .leftJoin(users, eq(users.id, activityMessages.senderId))
    .where(ofActivity)
    .orderBy(desc(activityMessages.createdAt), desc(activityMessages.id))
    .limit(limit)
    .offset(offset);
  return withTotal(rows, { limit, offset }, () => db.$count(activityMessages, ofActivity));
}

/** Messages by their ids, with the end of their activity. */
export async function findSent(
  tx: Transaction,
  ids: readonly string[],
): Promise<(SentMessageRow & { endsAt: Date })[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      message: getTableColumns(activityMessages),
      sender: users.username,
      endsAt: activities.endsAt,
    })
    .from(activityMessages)
    .innerJoin(activities, eq(activities.id, activityMessages.activityId))
    .leftJoin(users, eq(users.id, activityMessages.senderId))
    .where(inArray(activityMessages.id, [...ids]));
}

/** All messages that an account sent, for its data download. */
export const listSentBy = (db: Executor, senderId: string) =>
  db
    .select({ message: getTableColumns(activityMessages), title: activities.title })
    .from(activityMessages)
    .innerJoin(activities, eq(activities.id, activityMessages.activityId))
    .where(eq(activityMessages.senderId, senderId))
    .orderBy(desc(activityMessages.createdAt));
