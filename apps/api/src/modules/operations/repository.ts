import { asc, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import { mails } from '../../platform/mail/schema.ts';

export interface LetterCounts {
  readonly waiting: number;
  /** Of those that wait, tried at least once in vain. */
  readonly failing: number;
  readonly lastSentAt: Date | null;
}

export async function countEmails(db: Database): Promise<LetterCounts> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)`.mapWith(Number),
      failing: sql<number>`count(${mails.failure})`.mapWith(Number),
      // By the index; an aggregate in the same query would look at each letter.
      lastSentAt: sql`(select max(${mails.sentAt}) from ${mails})`.mapWith(mails.sentAt),
    })
    .from(mails)
    .where(isNull(mails.sentAt));
  if (row === undefined) throw new Error('a count has one row');
  return row as LetterCounts;
}

export async function countEmailsSince(db: Database, since: Date): Promise<number> {
  return db.$count(mails, sql`${mails.sentAt} >= ${since}`);
}

/** The letters that have not left, the oldest first. */
export const unsentEmails = (db: Database, limit: number) =>
  db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      createdAt: mails.createdAt,
      failure: mails.failure,
    })
    .from(mails)
    .where(isNull(mails.sentAt))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit);

export async function databaseBytes(db: Database): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  );
  return Number(rows[0]?.bytes);
}

export async function ping(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
