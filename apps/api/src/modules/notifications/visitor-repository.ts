import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { announcementRecipients } from './announcement-schema.ts';
import { attendanceChanges, notifications } from './schema.ts';

/** Texts that name a person: by the hash of an address or attendance, in one activity or, with null, in all. */
interface Named {
  readonly hash: Buffer;
  readonly activityId: string | null;
}

/** Deletes notifications in organisers' bells, and what their next digests would tell. */
export async function deleteNaming(tx: Transaction, named: readonly Named[]): Promise<void> {
  const pairs = sql`unnest(${sql.param(named.map(({ hash }) => hash))}::bytea[], ${sql.param(named.map(({ activityId }) => activityId))}::uuid[]) as named (hash, activity_id)`;
  await tx.execute(sql`
    delete from ${notifications} using ${pairs} where ${eq(notifications.aboutHash, sql`named.hash`)}
      and (named.activity_id is null or named.activity_id = ${notifications.taskId})`);
  await tx.execute(sql`
    delete from ${attendanceChanges} using ${pairs} where ${eq(attendanceChanges.aboutHash, sql`named.hash`)}
      and (named.activity_id is null or named.activity_id = ${attendanceChanges.activityId})`);
}

/** Deletes what is pending for attendances and addresses. */
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
