import { and, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { EMPTY_CONTENT, mails } from './schema.ts';

/** Longer than the retries (3 days) and the retention of dead letters (60 days), so older emails are never sent. */
export const EMAIL_RETENTION_DAYS = 90;
const RETENTION_MS = EMAIL_RETENTION_DAYS * 24 * 60 * 60 * 1000;
const BATCH_SIZE = 5_000;

/**
 * Deletes the content of sent emails that a local mailbox showed before a mail server was configured: its links sign people in.
 */
export async function emptySentEmails({ db }: { db: Database }): Promise<void> {
  await db
    .update(mails)
    .set(EMPTY_CONTENT)
    .where(and(isNotNull(mails.sentAt), or(ne(mails.html, ''), ne(mails.text, ''))));
}

/**
 * Deletes emails that were sent, or stored and never sent, more than 90 days ago. Returns their number. Deletes in
 * batches, so that concurrent deliveries do not wait for long locks.
 */
export async function sweepEmails({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const cutoff = new Date(clock().getTime() - RETENTION_MS);
  const isExpired = sql`coalesce(${mails.sentAt}, ${mails.createdAt}) < ${cutoff}`;
  let total = 0;
  let deleted = BATCH_SIZE;
  while (deleted === BATCH_SIZE) {
    // An email is created before it is sent, so the condition on `createdAt` holds too and lets its index be used.
    const expired = db
      .select({ id: mails.id })
      .from(mails)
      .where(sql`${lt(mails.createdAt, cutoff)} and ${isExpired}`)
      .limit(BATCH_SIZE);
    const { rowCount } = await db.delete(mails).where(inArray(mails.id, expired));
    deleted = rowCount ?? 0;
    total += deleted;
  }
  return total;
}
