import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { inLockedRows } from '../../platform/database/locking.ts';
import { users } from '../accounts/schema.ts';
import type { Announcement, Recipient } from './announcement-repository.ts';
import { announcementRecipients, announcements } from './announcement-schema.ts';

/** Deletes and returns some due recipients with their announcements, skipping those that other processes have locked. */
export async function takeRecipients(
  tx: Transaction,
  now: Date,
  limit: number,
): Promise<{ recipient: Recipient; announcement: Announcement }[]> {
  const pending = tx
    .select({ id: announcementRecipients.id })
    .from(announcementRecipients)
    .where(lte(announcementRecipients.dueAt, now))
    .limit(limit)
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

/** Locks active accounts against deletion; the ids of those that exist. */
export async function lockAccounts(tx: Transaction, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), eq(users.isActive, true)))
    .orderBy(asc(users.id))
    .for('key share');
  return new Set(rows.map(({ id }) => id));
}
