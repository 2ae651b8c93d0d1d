import type { ActivityStatus } from '@minga/contract/activities';
import { and, eq, exists, inArray, isNull, lte, notExists, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { firstEmails } from '../../../platform/mail/kinds.ts';
import { mails } from '../../../platform/mail/schema.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { users } from '../../accounts/queries.ts';
import { cancelledEntryOf } from '../../activities/calendar/service.ts';
import { activities, activityPlaces, calendarSequence, placesOfActivity } from '../../activities/queries.ts';
import { attendanceIdsOf, recipients } from '../../attendance/queries.ts';
import { digestable } from '../delivery/repository.ts';
import { NOT_SHOWN } from '../rules.ts';
import {
  activityChanges,
  announcementRecipients,
  announcements,
  attendanceChanges,
  seriesChanges,
} from '../schema.ts';

export type ActivityChange = typeof activityChanges.$inferSelect;
export type Announcement = typeof announcements.$inferSelect;
export type NewAnnouncement = typeof announcements.$inferInsert & { readonly id: string };
export type Recipient = typeof announcementRecipients.$inferSelect;

/**
 * Stores date and place before the first of several edits. An existing row remains and is locked, so that no process notifies of
 * the earlier edits before this one is committed. The first edit of a series that includes the activity determines the due time.
 */
export async function insertOnce(tx: Executor, changes: readonly ActivityChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { activityId, seriesChangeId } = activityChanges;
  await tx
    .insert(activityChanges)
    .values([...changes])
    .onConflictDoUpdate({
      target: activityId,
      set: { seriesChangeId: sql`coalesce(${seriesChangeId}, excluded.series_change_id)` },
    });
}

/** The polling task that announces changes of activities. */
export const CHANGES = 'changes';

/** Due changes of public activities, without edits of series. A change of a pending activity waits for the approval. */
const dueChanges = (db: Executor, statuses: ActivityStatus[], now: Date) =>
  db
    .select({ id: activityChanges.activityId })
    .from(activityChanges)
    .innerJoin(activities, eq(activities.id, activityChanges.activityId))
    .where(
      and(
        lte(activityChanges.dueAt, now),
        isNull(activityChanges.seriesChangeId),
        inArray(activities.status, statuses),
        isNotPostponed(CHANGES, activityChanges.activityId, now),
      ),
    )
    .$dynamic();

/** Deletes and returns due changes. Skips changes that other processes have locked. */
export function takeDueChanges(
  tx: Transaction,
  statuses: ActivityStatus[],
  now: Date,
  limit: number,
): Promise<ActivityChange[]> {
  const due = dueChanges(tx, statuses, now)
    .limit(limit)
    .for('update', { of: activityChanges, skipLocked: true });
  return tx.delete(activityChanges).where(inLockedRows(activityChanges.activityId, due)).returning();
}

export async function findActivities(tx: Executor, ids: string[]) {
  const { id, ownerId, title, date, endsAt, place, status } = activities;
  return tx
    .select({ id, ownerId, title, date, endsAt, place, status })
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
      where not exists (select from ${announcementRecipients} where ${isPending})
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
  const [title, place] = isShown ? [activities.title, activities.place] : [NOT_SHOWN, ''];
  await tx.execute(
    sql`with ended as (
        insert into ${announcements} (id, type, activity_id, sender_id, title, old_date, old_place, date, place, created_at)
        select gen_random_uuid(), ${type}, ${activities.id}, ${activities.ownerId}, ${title}, ${activities.date},
          ${place}, ${activities.date}, ${place}, ${now}::timestamptz
        from ${activities} where ${activities.id} = any(${sql.param(ids)}::uuid[])
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
      where (not ${hasHours} or ${recipients.hours} is not null)
        and (${isShown} or not exists (select from ${mails} where ${mails.state} in ('new', 'review') and ${mails.kind} = any(${sql.param(firstEmails)}) and ${mails.recipient} = ${recipients.email}
        and ${mails.activityId} = attended.activity_id))
      group by attended.series, ${recipients.email}`,
  );
}

/** Stores the removal of an attendee, with the attendee as recipient. Copies the data because the attendance is deleted. */
export async function insertRemoval(
  tx: Transaction,
  announcement: NewAnnouncement,
  {
    name,
    email,
    ownerId,
    isConfirmed,
    hasHours,
  }: { name: string; email: string; ownerId: string; isConfirmed: boolean; hasHours: boolean },
): Promise<void> {
  const [account] = await tx
    .select({ id: users.id, isActive: users.isActive })
    .from(users)
    .where(eq(users.email, email));
  if (account?.isActive === false || account?.id === ownerId) return;
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
      where ${users.id} is null or (${users.isActive} and ${users.id} is distinct from ${correction.senderId}::uuid)`,
  );
}

/** Returns true if something is due. Combines all checks in one query, because usually nothing is. */
export async function hasWork(
  db: Executor,
  statuses: ActivityStatus[],
  lastDigest: Date,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select exists (select from ${announcementRecipients}) or exists (${digestable(lastDigest, now)})
      or exists ${dueChanges(db, statuses, now)} or exists ${seriesChangesDue(db, statuses, now)} as found`,
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

/** Stores an edit of several occurrences. Returns its id. */
export async function insertSeriesChange(tx: Transaction, dueAt: Date): Promise<string> {
  const [row] = await tx.insert(seriesChanges).values({ dueAt }).returning({ id: seriesChanges.id });
  if (row === undefined) throw new Error('the inserted change of a series was not returned');
  return row.id;
}

const publicChanges = (db: Executor, statuses: ActivityStatus[]) =>
  db
    .select({ id: activityChanges.activityId })
    .from(activityChanges)
    .innerJoin(activities, eq(activities.id, activityChanges.activityId))
    .where(and(eq(activityChanges.seriesChangeId, seriesChanges.id), inArray(activities.status, statuses)));

/** The polling task that announces edits of series. */
export const SERIES_CHANGES = 'seriesChanges';

/** Edits of series that are due and have changed a public activity. */
const seriesChangesDue = (db: Executor, statuses: ActivityStatus[], now: Date) =>
  db
    .select({ id: seriesChanges.id })
    .from(seriesChanges)
    .where(
      and(
        lte(seriesChanges.dueAt, now),
        exists(publicChanges(db, statuses)),
        isNotPostponed(SERIES_CHANGES, seriesChanges.id, now),
      ),
    )
    .$dynamic();

/**
 * Deletes a due edit of a series and returns its changes of public activities. Returns null if no edit is due or other processes
 * have locked them all. The remaining changes are announced one by one when their activities are approved.
 */
export async function takeSeriesChange(
  tx: Transaction,
  statuses: ActivityStatus[],
  now: Date,
  taking: (keys: readonly string[]) => void,
) {
  const [due] = await seriesChangesDue(tx, statuses, now)
    .limit(1)
    .for('update', { of: seriesChanges, skipLocked: true });
  if (due === undefined) return null;
  taking([due.id]);
  const isOfEdit = eq(activityChanges.seriesChangeId, due.id);
  const shown = tx.select({ id: activities.id }).from(activities).where(inArray(activities.status, statuses));
  const changes = await tx
    .delete(activityChanges)
    .where(and(isOfEdit, inArray(activityChanges.activityId, shown)))
    .returning();
  await tx.delete(seriesChanges).where(eq(seriesChanges.id, due.id));
  return changes;
}
