import type { ActivityStatus } from '@minga/contract/activities';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows } from '../../../platform/database/queries.ts';
import { groupsWithDue } from '../../../platform/jobs/attempts.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { activitiesAs } from '../../activities/queries.ts';
import { isAddressListed, recipients } from '../../attendance/queries.ts';
import { announcementRecipients, announcements, attendanceChanges, notifications } from '../schema.ts';
import type { Announcement, Recipient } from './repository.ts';

/** The polling task that notifies recipients of announcements. */
export const ANNOUNCEMENTS = 'announcements';

/** Maximum number of announcements that one batch alternates between, in the order of their ids. */
const TURNS = 200;

/**
 * Deletes and returns a batch of due recipients with their announcements. Skips recipients that other processes have locked.
 * Alternates between announcements (round-robin), so that one with thousands of recipients does not delay the others.
 */
export async function takeRecipients(
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<{ recipient: Recipient; announcement: Announcement }[]> {
  const { id, announcementId, dueAt } = announcementRecipients;
  const isDue = sql`${dueAt} <= ${now}::timestamptz`;
  const isTried = sql`${isDue} and ${isNotPostponed(ANNOUNCEMENTS, id, now)}`;
  const next = sql`(
    select recipient.id from (
      select id from (${groupsWithDue(announcementRecipients, announcementId, isTried, null)}) as due limit ${TURNS}
    ) as announcement cross join lateral (
      select ${id} as id, row_number() over (order by ${dueAt}, ${id}) as place from ${announcementRecipients}
      where ${announcementId} = announcement.id and ${isTried}
      order by ${dueAt}, ${id} limit ${limit}
    ) as recipient
    order by recipient.place, announcement.id limit ${limit}
  )`;
  const pending = tx
    .select({ id })
    .from(announcementRecipients)
    .where(and(inLockedRows(id, next), isDue))
    .for('update', { skipLocked: true });
  const recipients = await tx
    .delete(announcementRecipients)
    .where(inLockedRows(announcementRecipients.id, pending))
    .returning();
  if (recipients.length === 0) return [];
  const ids = [...new Set(recipients.map(({ announcementId }) => announcementId))];
  const byId = new Map(
    (await tx.select().from(announcements).where(inArray(announcements.id, ids))).map(row => [row.id, row]),
  );
  return recipients.flatMap(recipient => {
    const found = byId.get(recipient.announcementId);
    return found === undefined ? [] : [{ recipient, announcement: found }];
  });
}

/** Locks accounts against deletion. Returns the ids of those that exist and are active. */
export async function lockActive(tx: Transaction, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await lockAccounts(tx, ids, 'key share');
  return new Set(rows.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
}

/** Stores recipients again whose notification is postponed. */
export async function insertRecipients(tx: Transaction, recipients: readonly Recipient[]): Promise<void> {
  if (recipients.length > 0) await tx.insert(announcementRecipients).values([...recipients]);
}

interface Removed {
  readonly recipient: Recipient;
  readonly announcement: Announcement;
}

/** Creates a function that returns true if a removed attendee is on the activity's list again. */
export async function findListed(
  tx: Transaction,
  removed: readonly Removed[],
): Promise<(recipient: Recipient) => boolean> {
  if (removed.length === 0) return () => false;
  const activityIds = sql`${sql.param(removed.map(({ announcement }) => announcement.activityId))}::uuid[]`;
  const emails = sql`${sql.param(removed.map(({ recipient }) => recipient.email))}::text[]`;
  const ids = sql`${sql.param(removed.map(({ recipient }) => recipient.id))}::uuid[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select removed.id from unnest(${ids}, ${activityIds}, ${emails}) as removed (id, activity_id, email)
    where ${isAddressListed(sql`removed.activity_id`, sql`removed.email`)}`);
  const listed = new Set(rows.map(({ id }) => id));
  return ({ id }) => listed.has(id);
}

/** Finds the upcoming dates of the activities' series that list the address. */
export async function findAttendedDates(
  tx: Transaction,
  told: readonly { readonly email: string; readonly activityId: string }[],
  { statuses, now }: { readonly statuses: readonly ActivityStatus[]; readonly now: Date },
) {
  if (told.length === 0) return [];
  const emails = sql`${sql.param(told.map(({ email }) => email))}::text[]`;
  const ids = sql`${sql.param(told.map(({ activityId }) => activityId))}::uuid[]`;
  const { rows } = await tx.execute<{
    email: string;
    announcedId: string;
    activityId: string;
    isConfirmed: boolean;
  }>(sql`
    select told.email, announced.id as "announcedId", ${recipients.activityId} as "activityId", ${recipients.isConfirmed} as "isConfirmed"
    from unnest(${emails}, ${ids}) as told (email, activity_id)
      join ${activitiesAs('announced')} on announced.id = told.activity_id
      join ${activitiesAs('occurrence')} on occurrence.series_id = announced.series_id
        and occurrence.status = any(${sql.param(statuses)}) and occurrence.ends_at >= ${now}::timestamptz
      join ${recipients} on ${recipients.activityId} = occurrence.id and ${recipients.email} = told.email
    order by occurrence.date`);
  return rows;
}

/** Identifies texts that name a person: by the hash of an address or attendance, in one activity, or in all if it is null. */
interface Named {
  readonly hash: Buffer;
  readonly activityId: string | null;
}

/** Deletes notifications that name a person from organisers' bells, and changes from their next digests. */
export async function deleteNaming(tx: Transaction, named: readonly Named[]): Promise<void> {
  const pairs = sql`unnest(${sql.param(named.map(({ hash }) => hash))}::bytea[], ${sql.param(named.map(({ activityId }) => activityId))}::uuid[]) as named (hash, activity_id)`;
  await tx.execute(sql`
    delete from ${notifications} using ${pairs} where ${eq(notifications.aboutHash, sql`named.hash`)}
      and (named.activity_id is null or named.activity_id = ${notifications.taskId})`);
  await tx.execute(sql`
    delete from ${attendanceChanges} using ${pairs} where ${eq(attendanceChanges.aboutHash, sql`named.hash`)}
      and (named.activity_id is null or named.activity_id = ${attendanceChanges.activityId})`);
}

/** Deletes the pending changes of attendances, and the pending announcements to attendances and addresses. */
export async function deletePending(
  tx: Transaction,
  attendanceIds: readonly string[],
  emails: readonly string[],
): Promise<void> {
  await tx.delete(attendanceChanges).where(inArray(attendanceChanges.attendanceId, [...attendanceIds]));
  await tx
    .delete(announcementRecipients)
    .where(
      or(
        inArray(announcementRecipients.attendanceId, [...attendanceIds]),
        emails.length === 0 ? undefined : inArray(announcementRecipients.email, [...emails]),
      ),
    );
}
