import type { Audience } from '@minga/contract/messages';
import { and, asc, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../../platform/database/queries.ts';
import { users, usersAs } from '../../accounts/queries.ts';
import type { StoredStatus } from '../../activities/policy.ts';
import { activities } from '../../activities/queries.ts';
import { listedPeople, recipients } from '../../attendance/queries.ts';
import {
  activityMessages,
  announcementRecipients,
  announcements,
  mailUnsubscriptions,
  notificationPreferences,
} from '../schema.ts';

export type MessageRow = typeof activityMessages.$inferSelect;

/** A message with the name of its sender, which is null if the account was deleted. */
export interface SentMessageRow {
  readonly message: MessageRow;
  readonly sender: string | null;
}

const inAudience = (activityId: string, audience: Audience): SQL | undefined =>
  and(
    eq(recipients.activityId, activityId),
    audience === 'all' ? undefined : eq(recipients.isConfirmed, audience === 'confirmed'),
    isReached,
  );

/**
 * Condition: the recipient is reached in the bell or by e-mail, by the same preferences that `notify` applies. The column names are
 * literal, because Drizzle does not qualify columns in an expression and the inner tables have columns of the same name.
 */
const isReached = sql`(
  exists (
    select from ${usersAs('account')}
    left join ${notificationPreferences} chosen on chosen.user_id = account.id and chosen.kind = 'messages'
    where account.id = recipients.user_id and coalesce(chosen.is_live, true)
  ) or (
    not exists (
      select from ${mailUnsubscriptions} where ${mailUnsubscriptions.kind} = 'messages'
        and ${mailUnsubscriptions.emailHash} = sha256(convert_to(recipients.email, 'UTF8'))
    ) and not exists (
      select from ${notificationPreferences} where ${notificationPreferences.userId} = recipients.user_id
        and ${notificationPreferences.kind} = 'messages' and not ${notificationPreferences.byEmail}
    )
  ))`;

export type Reach = Pick<MessageRow, 'recipients' | 'unsubscribed' | 'withoutEmail' | 'unconfirmed'>;

/** The number of people whom a message reaches, if the allowance suffices for the `added`, who did not confirm themselves. */
type Counted = Omit<Reach, 'unconfirmed'> & { readonly added: number };

/**
 * Counts the people whom a message to each audience reaches and does not reach. An address with several attendances counts once.
 * The organiser does not count.
 */
export async function countAudiences(db: Executor, activityId: string): Promise<Record<Audience, Counted>> {
  const reached = db
    .selectDistinct({ id: recipients.attendanceId })
    .from(recipients)
    .where(and(eq(recipients.activityId, activityId), isReached));
  const { email, attendanceId, isAdded } = listedPeople;
  const isIn = sql`${attendanceId} in (${reached})`;
  const columnsOf = (audience: SQL) => ({
    recipients: sql<number>`count(distinct ${email}) filter (where ${isIn} and ${audience})::int`,
    added: sql<number>`count(distinct ${email}) filter (where ${isIn} and ${isAdded} and ${audience})::int`,
    people: sql<number>`count(distinct ${email}) filter (where ${audience})::int`,
    withoutEmail: sql<number>`count(*) filter (where ${email} is null and ${audience})::int`,
  });
  const [row] = await db
    .select({
      confirmed: columnsOf(sql`${listedPeople.isConfirmed}`),
      waiting: columnsOf(sql`not ${listedPeople.isConfirmed}`),
      all: columnsOf(sql`true`),
    })
    .from(listedPeople)
    .where(eq(listedPeople.activityId, activityId));
  if (row === undefined) throw new Error('an aggregate has one row');
  const reachOf = ({ recipients: count, people, withoutEmail, added }: (typeof row)['all']): Counted => ({
    recipients: count,
    unsubscribed: people - count,
    withoutEmail,
    added,
  });
  return { confirmed: reachOf(row.confirmed), waiting: reachOf(row.waiting), all: reachOf(row.all) };
}

/** Finds an identical message to the same audience that was sent after `since`. Returns null if there is none. */
export async function findRepeated(
  tx: Transaction,
  {
    activityId,
    subject,
    text,
    audience,
    replyToMe,
  }: Pick<MessageRow, 'activityId' | 'subject' | 'text' | 'audience' | 'replyToMe'>,
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
        eq(activityMessages.replyToMe, replyToMe),
        gt(activityMessages.createdAt, since),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** The addresses of an audience whose people organisers added and who did not confirm: first those that know of it, in the order of the list. */
export async function listAddedIn(
  tx: Transaction,
  activityId: string,
  audience: Audience,
): Promise<string[]> {
  const rows = await tx
    .select({ email: sql<string>`${recipients.email}` })
    .from(recipients)
    .where(and(inAudience(activityId, audience), recipients.isAdded))
    .orderBy(asc(recipients.isUntold), asc(recipients.attendanceId));
  return [...new Set(rows.map(({ email }) => email))];
}

/** Stores a message, its announcement and the recipients to notify; of the people who did not confirm themselves only those of `added`. */
export async function insertMessage(
  tx: Transaction,
  message: MessageRow,
  added: readonly string[],
): Promise<void> {
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
    insert into ${announcementRecipients} (announcement_id, name, email, user_id, is_confirmed, attendance_id, due_at)
    select distinct on (${recipients.email}) announced.id, ${recipients.name}, ${recipients.email}, ${recipients.userId},
      ${recipients.isConfirmed}, case when ${recipients.userId} is null then ${recipients.attendanceId} end, ${createdAt}::timestamptz
    from announced, ${recipients} where ${inAudience(activityId, audience)}
      and (not ${recipients.isAdded} or ${recipients.email} = any(${sql.param(added)}::text[]))
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

/** Messages by their ids, with the end and the status of their activity. */
export async function findSent(
  tx: Transaction,
  ids: readonly string[],
): Promise<(SentMessageRow & { replyTo: string | null; endsAt: Date; status: StoredStatus })[]> {
  if (ids.length === 0) return [];
  return tx
    .select({
      message: getTableColumns(activityMessages),
      sender: users.username,
      // The address is omitted if the account is deactivated.
      replyTo: sql<
        string | null
      >`case when ${activityMessages.replyToMe} and ${users.isActive} then ${users.email} end`,
      endsAt: activities.endsAt,
      status: activities.status,
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
