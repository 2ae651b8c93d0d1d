import { and, asc, eq, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/connection.ts';
import { mails } from '../../platform/mail/schema.ts';

/** Those that the limits hold wait for no mail server. */
const isWaiting = and(isNull(mails.sentAt), inArray(mails.state, ['new', 'ready']));

export interface EmailCounts {
  readonly waiting: number;
  /** Those of the waiting ones that have failed at least once. */
  readonly failing: number;
  /** Those that were of no use any more when they could have been sent, until they are swept. */
  readonly expired: number;
  readonly lastSentAt: Date | null;
}

export async function countEmails(db: Database): Promise<EmailCounts> {
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)`.mapWith(Number),
      failing: sql<number>`count(${mails.failure})`.mapWith(Number),
      expired: sql`(select count(*) from ${mails} where ${mails.state} = 'expired')`.mapWith(Number),
      // Uses the index; an aggregate in the same query would read every row.
      lastSentAt: sql`(
        select ${mails.sentAt} from ${mails} where ${mails.sentAt} is not null and ${mails.state} = 'ready'
        order by ${mails.sentAt} desc limit 1)`.mapWith(mails.sentAt),
    })
    .from(mails)
    .where(isWaiting);
  if (row === undefined) throw new Error('a count has one row');
  return row as EmailCounts;
}

export async function countEmailsSince(db: Database, since: Date): Promise<number> {
  return db.$count(mails, and(gte(mails.sentAt, since), eq(mails.state, 'ready')));
}

/** Unsent e-mails, the oldest first. */
export const unsentEmails = (db: Database, limit: number) =>
  db
    .select({
      id: mails.id,
      recipient: mails.recipient,
      createdAt: mails.createdAt,
      failure: mails.failure,
    })
    .from(mails)
    .where(isWaiting)
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
