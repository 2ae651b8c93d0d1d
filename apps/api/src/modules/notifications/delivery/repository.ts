import type { NotificationType } from '@minga/contract/notifications';
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { inLockedRows, preparedInsert } from '../../../platform/database/queries.ts';
import { dueWork } from '../../../platform/due-work/schema.ts';
import { isNotPostponed } from '../../../platform/jobs/postponed-work.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import { activities, activityPlaces } from '../../activities/queries.ts';
import { APPROVALS } from '../rules.ts';
import { attendanceChanges, digestItems, mailDigests } from '../schema.ts';

export type AttendanceChange = typeof attendanceChanges.$inferSelect;

/** The e-mail that gathers the notifications of one type for an account. */
export interface Digest {
  readonly userId: string;
  readonly type: NotificationType;
}

export const insertAttendanceChanges = preparedInsert(attendanceChanges);

/** Counts the people on the waiting list of each activity. Activities without a waiting list are absent. */
export async function countWaiting(
  db: Executor,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ id: activityPlaces.activityId, waiting: activityPlaces.waiting })
    .from(activityPlaces)
    .where(and(inArray(activityPlaces.activityId, [...activityIds]), gt(activityPlaces.waiting, 0)));
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

export async function insertDigestItems(
  tx: Executor,
  rows: (typeof digestItems.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(digestItems).values(rows);
}

/** Finds digests with pending items whose last e-mail was sent before `before`. */
export async function digestsDue(db: Executor, before: Date, now: Date, limit: number): Promise<Digest[]> {
  const { rows } = await db.execute<{ user_id: string; type: NotificationType }>(
    sql`${digestable(before, now)} limit ${limit}`,
  );
  return rows.map(({ user_id: userId, type }) => ({ userId, type }));
}

/** The polling task that sends gathered e-mails. */
export const DIGESTS = 'digests';

/** A digest of approvals waits while another approval of the owner can be undone, so that one e-mail contains several approvals. */
export const digestable = (before: Date, now: Date): SQL => sql`
  select pending.user_id, pending.type
  from (
    select ${digestItems.userId}, ${digestItems.type} from ${digestItems}
    union select ${activities.ownerId}, 'attendance' from ${attendanceChanges}
      join ${activities} on ${activities.id} = ${attendanceChanges.activityId}
  ) as pending (user_id, type)
  left join ${mailDigests} on ${mailDigests.userId} = pending.user_id and ${mailDigests.type} = pending.type
  where (${mailDigests.mailedAt} is null or ${canSendAgain(before, now)})
    and ${isNotPostponed(DIGESTS, sql`(pending.user_id || ' ' || pending.type)`, now)}
    and not (pending.type = 'approval' and exists (
      select from ${dueWork} join ${activities} on ${activities.id}::text = ${dueWork.key}
      where ${dueWork.kind} = ${APPROVALS} and ${activities.ownerId} = pending.user_id and ${activities.status} <> 'rejected'))`;

/** Condition: the next digest may be sent. A last digest in the future results from a wrong clock and is ignored. */
const canSendAgain = (before: Date, now: Date): SQL =>
  sql`(${mailDigests.mailedAt} <= ${before}::timestamptz or ${mailDigests.mailedAt} > ${now}::timestamptz)`;

/** Locks an account against deletion and concurrent digests. Returns null if it was deleted or is locked by another transaction. */
export async function lockDigested(tx: Transaction, userId: string) {
  const [account] = await lockAccounts(tx, [userId], 'no key update', { skipLocked: true });
  return account ?? null;
}

/** Returns true if no digest was sent to a locked account since `before`. */
export const isDigestAllowed = async (
  tx: Transaction,
  { userId, type }: Digest,
  before: Date,
  now: Date,
): Promise<boolean> => {
  const own = and(eq(mailDigests.userId, userId), eq(mailDigests.type, type));
  return (await tx.$count(mailDigests, and(own, sql`not ${canSendAgain(before, now)}`))) === 0;
};

export async function setDigestSent(tx: Transaction, digest: Digest, mailedAt: Date): Promise<void> {
  await tx
    .insert(mailDigests)
    .values({ ...digest, mailedAt })
    .onConflictDoUpdate({ target: [mailDigests.userId, mailDigests.type], set: { mailedAt } });
}

/** Deletes and returns the pending changes of attendances of an owner's activities, the oldest first. */
export async function takeAttendanceChanges(tx: Transaction, ownerId: string): Promise<AttendanceChange[]> {
  const pending = tx
    .select({ id: attendanceChanges.id })
    .from(attendanceChanges)
    .innerJoin(activities, eq(activities.id, attendanceChanges.activityId))
    .where(eq(activities.ownerId, ownerId))
    // Locked rows are skipped: another transaction is deleting them with their attendee's account.
    .for('update', { of: attendanceChanges, skipLocked: true });
  const taken = await tx
    .delete(attendanceChanges)
    .where(inLockedRows(attendanceChanges.id, pending))
    .returning();
  return taken.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** The status that an activity has as long as the decision is valid, by the type of the notification. */
const STATUS_OF = { approval: 'approved', rejection: 'rejected' } as const;

/**
 * Deletes and returns the items of a digest, the oldest first. Omits items about deleted activities, and decisions that are no
 * longer valid: approvals of activities that are not approved any more, and rejections that were corrected or approved since.
 */
export async function takeDigestItems(tx: Transaction, { userId, type }: Digest) {
  const taken = await tx
    .delete(digestItems)
    .where(and(eq(digestItems.userId, userId), eq(digestItems.type, type)))
    .returning();
  const ids = taken.flatMap(({ item }) => item.activityId ?? []);
  const found = await tx
    .select({ id: activities.id, status: activities.status })
    .from(activities)
    .where(sql`${activities.id} = any(${sql.param(ids)}::uuid[])`);
  const status = new Map(found.map(one => [one.id, one.status]));
  const stands = (id: string) =>
    status.has(id) && (!(type in STATUS_OF) || status.get(id) === STATUS_OF[type as keyof typeof STATUS_OF]);
  return taken
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1))
    .map(({ item }) => item)
    .filter(({ activityId }) => activityId === null || stands(activityId));
}
