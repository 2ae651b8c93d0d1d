import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../database/connection.ts';

export const DEAD_LETTERS = 'dead-letters';

/** A job that failed permanently. */
export interface DeadLetter {
  readonly id: string;
  /** The queue of the job, to which a retry returns it. */
  readonly queue: string;
  /** The data of the job, which may contain email addresses. */
  readonly data: unknown;
  readonly failedAt: Date;
  readonly attempts: number;
  /** The result of `describeError` for the last failure, or null if the process was killed. */
  readonly fault: unknown;
}

export interface RetriedJob {
  readonly id: string;
  readonly queue: string;
}

/** Returns the newest dead letters, the newest first, and the total number of dead letters. */
export async function listDeadLetters(
  db: Database,
  limit: number,
): Promise<{ total: number; newest: DeadLetter[] }> {
  const { rows } = await db.execute<{
    id: string;
    queue: string | null;
    data: unknown;
    failedAt: string;
    attempts: number | null;
    fault: unknown;
  }>(
    sql`select id, source_name as queue, data, to_json(created_on) #>> '{}' as "failedAt",
        source_retry_count + 1 as attempts, source_output as fault
      from pgboss.job where ${isPending} order by created_on desc, id desc limit ${limit}`,
  );
  const newest = rows.map(({ queue, attempts, failedAt, ...row }) => ({
    ...row,
    queue: queue ?? DEAD_LETTERS,
    failedAt: new Date(failedAt),
    attempts: attempts ?? 1,
  }));
  if (newest.length < limit) return { total: newest.length, newest };
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${isPending}`,
  );
  return { total: counted.rows[0]?.total ?? 0, newest };
}

/**
 * Moves dead letters back to their queues as new jobs, oldest first, in the caller's transaction. Skips rows that
 * another transaction has locked, so that each is retried once.
 */
export async function redriveDeadLetters(
  boss: PgBoss,
  tx: Transaction,
  queues: readonly string[],
  { id, limit }: { id?: string; limit: number },
): Promise<RetriedJob[]> {
  const queueList = sql.join(
    queues.map(queue => sql`${queue}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ id: string; queue: string }>(
    sql`select id, source_name as queue from pgboss.job
      where ${isPending} and source_name in (${queueList}) ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by created_on limit ${limit} for update skip locked`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(row => row.id);
  const moved = await boss.redrive(DEAD_LETTERS, { ids, limit: ids.length, db: fromDrizzle(tx, sql) });
  if (moved !== ids.length) throw new Error(`${moved} of ${ids.length} dead letters could be retried`);
  return rows;
}

export async function deleteDeadLetters(tx: Transaction, ids: readonly string[]): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from pgboss.job where ${isPending} and id = any(${sql.param(ids)}::uuid[])`,
  );
  return rowCount ?? 0;
}

const isPending: SQL = sql`name = ${DEAD_LETTERS} and state < 'active'`;
