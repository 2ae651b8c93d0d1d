import type { ActivityStatus } from '@minga/contract/activities';
import { and, eq, inArray, notExists, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { firstEmails } from '../../../platform/mail/kinds.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { users } from '../../accounts/queries.ts';
import { cancelledEntryOf } from '../../activities/calendar/service.ts';
import { activities, activityPlaces, calendarSequence, placesOfActivity } from '../../activities/queries.ts';
import { attendanceIdsOf, isAddressUntold, recipients } from '../../attendance/queries.ts';
import { digestable } from '../delivery/repository.ts';
import { NOT_SHOWN } from '../rules.ts';
import { announcementRecipients, announcements, attendanceChanges } from '../schema.ts';

export type Announcement = typeof announcements.$inferSelect;
export type NewAnnouncement = typeof announcements.$inferInsert & { readonly id: string };
export type Recipient = typeof announcementRecipients.$inferSelect;

/**
 * The due work that announces changes of activities. The edit of several occurrences of a series is one row, so that each attendee is
 * notified once; every other row has one activity, whose id is its key.
 */
export const CHANGES = 'changes';

/** Date and place before the first of several edits, by activity. Times are ISO 8601. */
export interface PendingChanges {
  readonly activities: Readonly<Record<string, { readonly date: string; readonly place: string }>>;
}

/** The pending changes of an activity: date and place that its attendees last heard of, as JSON; null if nothing is pending. */
const announcedFacts = (activityId: SQLWrapper): SQL =>
  sql`(select ${dueWork.data}->'activities'->${activityId}::text from ${dueWork}
    where ${dueWork.kind} = ${CHANGES} and ${dueWork.data}->'activities' ? ${activityId}::text limit 1)`;

const idsOfChanges = sql`select jsonb_object_keys(${dueWork.data}->'activities')`;

/**
 * Locks the pending changes of these activities, so that no process announces earlier edits before this one is committed. The caller has
 * locked the activities.
 */
export const lockPendingChanges = (tx: Transaction, ids: readonly string[]) =>
  tx
    .select({ key: dueWork.key, data: sql<PendingChanges>`${dueWork.data}` })
    .from(dueWork)
    .where(and(eq(dueWork.kind, CHANGES), sql`${dueWork.data}->'activities' ?| ${sql.param(ids)}::text[]`))
    .orderBy(dueWork.key)
    .for('update');

/** Condition on a row of due work: one of its activities is public, or all are deleted. Changes of a pending activity wait for its approval. */
export const isAnnounceable = (statuses: readonly ActivityStatus[]): SQL =>
  sql`(select coalesce(bool_or(${inArray(activities.status, [...statuses])}), true) from ${activities} where ${activities.id}::text in (${idsOfChanges}))`;

export async function findActivities(tx: Executor, ids: string[]) {
  const { id, ownerId, title, date, endDate, endsAt, place, status } = activities;
  return tx
    .select({ id, ownerId, title, date, endDate, endsAt, place, status })
    .from(activities)
    .where(inArray(activities.id, ids));
}

/**
 * Stores announcements of changes and their recipients in a constant number of queries. An attendee of several occurrences of a
 * series, whose announcements are stored in one call, becomes a recipient of the first only. Accounts are due immediately.
 * Visitors are due a day after the last change that they were notified of, but at the latest two days before the activity. A
 * visitor with a pending notification of an earlier change gets no second row, because the e-mail contains the current facts.
 */
export async function insertAnnouncements(
  tx: Transaction,
  values: readonly NewAnnouncement[],
): Promise<void> {
  if (values.length === 0) return;
  await tx.insert(announcements).values([...values]);
  const ids = sql`${sql.param(values.map(({ id }) => id))}::uuid[]`;
  const near = sql`${announcements.date} - interval '2 days'`;
  const changes = tx
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.type, 'change'));
  const isPending = sql`${announcementRecipients.announcementId} in ${changes} and ${announcementRecipients.attendanceId} = recipients.attendance_id`;
  const announced = sql`${recipients} join ${announcements} on ${announcements.activityId} = ${recipients.activityId} and ${announcements.id} = any(${ids})`;
  await tx.execute(
    sql`update ${announcementRecipients} set due_at = least(due_at, ${near}) from ${announced} where ${isPending}`,
  );
  await tx.execute(
    sql`insert into ${announcementRecipients} (announcement_id, name, email, user_id, is_confirmed, attendance_id, due_at, dates)
      select distinct on (${recipients.email}) ${announcements.id}, ${recipients.name}, ${recipients.email}, recipients.user_id, recipients.is_confirmed,
        case when recipients.user_id is null then recipients.attendance_id end,
        case when recipients.user_id is null and ${announcements.type} = 'change'
          then greatest(${announcements.createdAt}, least(coalesce(${recipients.changeNotifiedAt} + interval '1 day', ${announcements.createdAt}), ${near}))
          else ${announcements.createdAt} end,
        count(*) over (partition by ${recipients.email})
      from ${announced}
      where not (${recipients.isUntold} and recipients.user_id is null)
        and not exists (select from ${announcementRecipients} where ${isPending})
      order by ${recipients.email}, ${announcements.date}`,
  );
}

/**
 * Stores the deletion or withdrawal of locked activities and their attendees as recipients. An attendee of several occurrences of
 * a series becomes a recipient of the first only. If `isShown` is false, the announcement omits the organiser's text and skips
 * attendees whose first e-mail about the activity still waits for its review, because they do not know of the activity.
 */
export async function insertEndAnnouncements(
  tx: Transaction,
  {
    type,
    isShown,
    hasHours = false,
  }: {
    readonly type: 'deletion' | 'withdrawal';
    readonly isShown: boolean;
    /** Whether to notify only attendees with confirmed hours, whose calendars keep the activities. */
    readonly hasHours?: boolean;
  },
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const [title, place, oldPlace] = isShown
    ? [activities.title, activities.place, sql`coalesce(announced.facts->>'place', ${activities.place})`]
    : [NOT_SHOWN, '', ''];
  await tx.execute(
    sql`with ended as (
        insert into ${announcements} (id, type, activity_id, sender_id, title, old_date, old_place, date, place, created_at)
        select gen_random_uuid(), ${type}, ${activities.id}, ${activities.ownerId}, ${title},
          coalesce((announced.facts->>'date')::timestamptz, ${activities.date}), ${oldPlace}, ${activities.date}, ${place}, ${now}::timestamptz
        from ${activities} cross join lateral (select ${announcedFacts(activities.id)} as facts) announced where ${activities.id} = any(${sql.param(ids)}::uuid[])
        returning id, activity_id
      ), attended as (
        select ended.id, ended.activity_id, coalesce(${activities.seriesId}, ${activities.id}) as series, ${activities.date} as date,
          jsonb_build_object('id', ${activities.id}, 'date', ${activities.date}, 'endDate', ${activities.endDate},
            'sequence', ${calendarSequence} + ${type === 'deletion' ? 1 : 0}) as entry
        from ended join ${activities} on ${activities.id} = ended.activity_id
          left join ${activityPlaces} on ${placesOfActivity}
      )
      insert into ${announcementRecipients} (announcement_id, name, email, user_id, is_confirmed, due_at, dates, ended)
      select (array_agg(attended.id order by attended.date))[1], (array_agg(${recipients.name} order by attended.date))[1],
        ${recipients.email}, (array_agg(${recipients.userId} order by attended.date))[1],
        (array_agg(${recipients.isConfirmed} order by attended.date))[1], ${now}::timestamptz, count(*),
        case when ${hasHours} then '[]' else jsonb_agg(attended.entry order by attended.date) end
      from attended join ${recipients} on ${recipients.activityId} = attended.activity_id
      where not ${recipients.isUntold} and (not ${hasHours} or ${recipients.hours} is not null)
        and (${isShown} or not exists (select from ${mails} where ${mails.state} in ('new', 'review') and ${mails.kind} = any(${sql.param(firstEmails)}) and ${mails.recipient} = ${recipients.email}
        and ${mails.activityId} = attended.activity_id))
      group by attended.series, ${recipients.email}`,
  );
}

/** Date and place of an activity that its attendees last heard of, or null if those of the activity. */
export async function findAnnouncedFacts(
  tx: Executor,
  activityId: string,
): Promise<{ readonly date: Date; readonly place: string } | null> {
  const { rows } = await tx.execute<{ facts: PendingChanges['activities'][string] | null }>(
    sql`select ${announcedFacts(sql`${activityId}::uuid`)} as facts`,
  );
  const facts = rows[0]?.facts;
  return facts ? { date: new Date(facts.date), place: facts.place } : null;
}

interface Removed {
  readonly name: string;
  readonly email: string;
  readonly ownerId: string;
  readonly isConfirmed: boolean;
  readonly hasHours: boolean;
  /** No e-mail told the person of the addition. */
  readonly isUntold: boolean;
}

/** Stores the removal of an attendee, with the attendee as recipient. Copies the data because the attendance is deleted. */
export async function insertRemoval(
  tx: Transaction,
  announcement: NewAnnouncement,
  { name, email, ownerId, isConfirmed, hasHours, isUntold }: Removed,
): Promise<void> {
  const [account] = await tx
    .select({ id: users.id, isActive: users.isActive })
    .from(users)
    .where(eq(users.email, email));
  if (account?.isActive === false || account?.id === ownerId || isUntold) return;
  await tx.insert(announcements).values(announcement);
  await tx.insert(announcementRecipients).values({
    announcementId: announcement.id,
    name,
    email,
    userId: account?.id ?? null,
    isConfirmed,
    dueAt: announcement.createdAt,
    ended: hasHours ? [] : await cancelledEntryOf(tx, announcement.activityId),
  });
}

/**
 * Stores that confirmed hours were reduced or removed, with the attendees as recipients. It replaces pending corrections for the
 * same attendees. Skips the activity's owner and deactivated accounts.
 */
export async function insertCorrection(
  tx: Transaction,
  correction: NewAnnouncement,
  people: readonly { readonly name: string; readonly email: string }[],
  dueAt: Date,
): Promise<void> {
  const emails = people.map(({ email }) => email);
  const earlier = tx
    .select({ id: announcements.id })
    .from(announcements)
    .where(and(eq(announcements.activityId, correction.activityId), eq(announcements.type, correction.type)));
  await tx
    .delete(announcementRecipients)
    .where(
      and(
        inArray(announcementRecipients.announcementId, earlier),
        inArray(announcementRecipients.email, emails),
      ),
    );
  await tx.insert(announcements).values(correction);
  await tx.execute(
    sql`insert into ${announcementRecipients} (announcement_id, name, email, user_id, due_at)
      select distinct on (given.email) ${correction.id}::uuid, given.name, given.email, ${users.id}, ${dueAt}::timestamptz
      from unnest(${sql.param(people.map(({ name }) => name))}::text[], ${sql.param(emails)}::text[]) as given (name, email)
        left join ${users} on ${users.email} = given.email
      where not ${isAddressUntold(sql`${correction.activityId}::uuid`, sql`given.email`)}
        and (${users.id} is null or (${users.isActive} and ${users.id} is distinct from ${correction.senderId}::uuid))`,
  );
}

/** Returns true if something is due. Combines all checks in one query, because usually nothing is. */
export async function hasWork(db: Executor, lastDigest: Date, now: Date): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from ${announcementRecipients}) or exists (${digestable(lastDigest, now)}) as found`,
  );
  return rows[0]?.found === true;
}

/** Deletes the announcements and attendance changes that are pending for an account. Runs before its attendances are anonymised. */
export async function deletePendingOf(tx: Executor, userId: string, email: string): Promise<void> {
  const own = attendanceIdsOf({ id: userId, email });
  const named = eq(attendanceChanges.aboutHash, hashToken(email));
  await tx.delete(attendanceChanges).where(or(inArray(attendanceChanges.attendanceId, own), named));
  await tx
    .delete(announcementRecipients)
    .where(or(eq(announcementRecipients.userId, userId), eq(announcementRecipients.email, email)));
}

/** Deletes announcements without pending recipients. */
export async function deleteSentAnnouncements(db: Executor): Promise<void> {
  const pending = db
    .select({ id: announcementRecipients.id })
    .from(announcementRecipients)
    .where(eq(announcementRecipients.announcementId, announcements.id));
  await db.delete(announcements).where(notExists(pending));
}
