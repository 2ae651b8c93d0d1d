import { and, inArray, isNotNull, isNull, lt, ne, or, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { inLockedRows } from '../database/queries.ts';
import { EMPTY_CONTENT, mails } from './schema.ts';

/** The retention is longer than the retries (3 days) and the retention of dead letters (60 days), so older emails are never sent. */
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

/** The values that remove all personal data from an email. */
const ANONYMOUS = {
  ...EMPTY_CONTENT,
  recipient: '',
  subject: '',
  accountId: null,
  mailbox: null,
  sender: null,
};

/** How many emails a sweep has deleted, and how many it has marked as expired. */
interface Swept {
  readonly deleted: number;
  readonly expired: number;
}

/**
 * Deletes emails that were sent more than 90 days ago. Emails that were stored more than 90 days ago and never sent expire: their content and
 * address are removed, and they are counted as expired for another 90 days, so that an administrator sees their number. Works in batches, so
 * that concurrent deliveries do not wait for long locks.
 */
export async function sweepEmails({ db, clock }: { db: Database; clock: Clock }): Promise<Swept> {
  const now = clock();
  const cutoff = new Date(now.getTime() - RETENTION_MS);
  // An email is created before it is sent, so the condition on `createdAt` holds for both and lets its index be used.
  const old = (condition: SQL) =>
    db
      .select({ id: mails.id })
      .from(mails)
      .where(and(lt(mails.createdAt, cutoff), condition))
      .limit(BATCH_SIZE);
  const deleted = await inBatches(() =>
    db.delete(mails).where(inArray(mails.id, old(lt(mails.sentAt, cutoff)))),
  );
  const unsent = old(isNull(mails.sentAt)).for('update', { skipLocked: true });
  const expired = await inBatches(() =>
    db
      .update(mails)
      .set({ ...ANONYMOUS, state: 'expired', sentAt: now })
      .where(inLockedRows(mails.id, unsent)),
  );
  return { deleted, expired };
}

/** Runs a statement until it changes fewer rows than a batch. Returns how many rows it has changed. */
async function inBatches(run: () => Promise<{ readonly rowCount: number | null }>): Promise<number> {
  let total = 0;
  let changed = BATCH_SIZE;
  while (changed === BATCH_SIZE) {
    changed = (await run()).rowCount ?? 0;
    total += changed;
  }
  return total;
}
