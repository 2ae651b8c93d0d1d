import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import type { MailKind } from '../../platform/mail/kinds.ts';
import { EMPTY_CONTENT, mails } from '../../platform/mail/schema.ts';
import { backups } from './schema.ts';

/** The condition that an e-mail waits for a mail server. E-mails that the limits hold do not. */
const isUnsent = and(isNull(mails.sentAt), inArray(mails.state, ['new', 'ready']));
const isRejected = eq(mails.state, 'rejected');

/**
 * Matches errors that are about the recipient's mailbox, such as a full one, and not about the mail server: the status codes x.1.y and
 * x.2.y of RFC 3463.
 */
const OF_RECIPIENT = '^EENVELOPE (45[02]|4[0-9]{2} 4[.](1[.][^78]|2[.]).*)$';

export interface EmailCounts {
  readonly waiting: number;
  /** The number of waiting e-mails that have failed at least once, except because of their recipient. */
  readonly failing: number;
  /** The number of e-mails that are not retried automatically. */
  readonly givenUp: number;
  /** The number of e-mails that were no longer useful when they could have been sent, until a job deletes them. */
  readonly expired: number;
  readonly lastSentAt: Date | null;
}

/** Counts the e-mails by state. `exhausted` has the ids of the e-mails whose retries are used up. */
export async function countEmails(db: Database, exhausted: readonly string[]): Promise<EmailCounts> {
  const isExhausted = sql`${mails.id} = any(${sql.param(exhausted)}::uuid[])`;
  const isFailing = sql`${mails.failure} is not null and ${mails.failure} !~ ${OF_RECIPIENT}`;
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where not ${isExhausted})`.mapWith(Number),
      failing: sql<number>`count(*) filter (where not ${isExhausted} and ${isFailing})`.mapWith(Number),
      givenUp: sql<number>`count(*) filter (where ${isExhausted})
        + (select count(*) from ${mails} where ${isRejected})`.mapWith(Number),
      expired: sql`(select count(*) from ${mails} where ${mails.state} = 'expired')`.mapWith(Number),
      // The subquery uses the index; an aggregate in the same query would read every row.
      lastSentAt: sql`(
        select ${mails.sentAt} from ${mails} where ${mails.sentAt} is not null and ${mails.state} = 'ready'
        order by ${mails.sentAt} desc limit 1)`.mapWith(mails.sentAt),
    })
    .from(mails)
    .where(isUnsent);
  if (row === undefined) throw new Error('a count has one row');
  return row as EmailCounts;
}

export async function countEmailsSince(db: Database, since: Date): Promise<number> {
  return db.$count(mails, and(gte(mails.sentAt, since), eq(mails.state, 'ready')));
}

/** The newest e-mail of a kind about an account, or null. */
export async function findLastOfKind(db: Database, kind: MailKind, accountId: string) {
  const [row] = await db
    .select({ createdAt: mails.createdAt, sentAt: mails.sentAt, failure: mails.failure })
    .from(mails)
    .where(and(eq(mails.kind, kind), eq(mails.accountId, accountId)))
    .orderBy(desc(mails.createdAt))
    .limit(1);
  return row ?? null;
}

/** Lists unsent e-mails, rejected ones included, the oldest first. */
export const unsentEmails = (db: Database, limit: number) =>
  db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      createdAt: mails.createdAt,
      failure: mails.failure,
      state: mails.state,
    })
    .from(mails)
    .where(or(isUnsent, isRejected))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit);

/**
 * Locks the e-mail `id`, or up to `limit` e-mails, that the recipient's server rejected, the oldest first. Concurrent calls
 * lock others.
 */
export const lockRejected = (tx: Transaction, { id, limit }: { id?: string; limit: number }) =>
  tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(isRejected, id === undefined ? undefined : eq(mails.id, id)))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit)
    .for('update', { skipLocked: true });

/** Makes rejected e-mails ready for the next job that contains them. */
export async function setUnrejected(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'ready', failure: null })
    .where(inArray(mails.id, [...ids]));
}

/** Deletes the content of e-mails, so that they are never sent. Returns the ids of those that were unsent or rejected. */
export async function setDiscarded(tx: Transaction, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await tx
    .update(mails)
    .set({ state: 'dropped', sentAt: now, ...EMPTY_CONTENT })
    .where(and(inArray(mails.id, [...ids]), or(isUnsent, isRejected)))
    .returning({ id: mails.id });
  return rows.map(({ id }) => id);
}

export async function databaseBytes(db: Database): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  );
  return Number(rows[0]?.bytes);
}

export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}

export type BackupRow = typeof backups.$inferSelect;

/** The newest backup, or the row that marks the start of recording if there is none, or null without either. */
export async function findLastBackup(db: Database): Promise<BackupRow | null> {
  const [row] = await db
    .select()
    .from(backups)
    // Sorts backups before the mark, since the clock that recorded them may be behind the clock of the mark.
    .orderBy(sql`${backups.bytes} is null`, desc(backups.recordedAt))
    .limit(1);
  return row ?? null;
}
