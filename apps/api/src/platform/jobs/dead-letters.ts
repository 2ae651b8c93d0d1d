import { type SQL, sql } from 'drizzle-orm';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import type { Database, Transaction } from '../database/connection.ts';

export const DEAD_LETTERS = 'dead-letters';

/** A job that has failed for the last time. */
export interface DeadLetter {
  readonly id: string;
  /** Where it comes from, and goes again. */
  readonly queue: string;
  /** What the job was given: it may hold addresses. */
  readonly data: unknown;
  readonly failedAt: Date;
  readonly attempts: number;
  /** What describeError said of its last failure; null where its process did not live to say it. */
  readonly fault: unknown;
}

export interface RetriedJob {
  readonly id: string;
  readonly queue: string;
}

/** The newest first, and how many there are in all. */
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
      from pgboss.job where ${isWaiting} order by created_on desc, id desc limit ${limit}`,
  );
  const newest = rows.map(({ queue, attempts, failedAt, ...row }) => ({
    ...row,
    queue: queue ?? DEAD_LETTERS,
    failedAt: new Date(failedAt),
    attempts: attempts ?? 1,
  }));
  if (newest.length < limit) return { total: newest.length, newest };
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from pgboss.job where ${isWaiting}`,
  );
  return { total: counted.rows[0]?.total ?? 0, newest };
}

/**
 * Puts dead letters of these queues back as new jobs, the oldest first, and ends their old rows, in the caller's
 * transaction. One that another transaction is putting back is passed over: each goes once.
 */
export async function redriveDeadLetters(
  boss: PgBoss,
  tx: Transaction,
  queues: readonly string[],
  { id, limit }: { id?: string; limit: number },
): Promise<RetriedJob[]> {
  const known = sql.join(
    queues.map(queue => sql`${queue}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{ id: string; queue: string }>(
    sql`select id, source_name as queue from pgboss.job
      where ${isWaiting} and source_name in (${known}) ${id === undefined ? sql`` : sql`and id = ${id}`}
      order by created_on limit ${limit} for update skip locked`,
  );
  if (rows.length === 0) return [];
  const ids = rows.map(row => row.id);
  const moved = await boss.redrive(DEAD_LETTERS, { ids, limit: ids.length, db: fromDrizzle(tx, sql) });
  if (moved !== ids.length) throw new Error(`${moved} of ${ids.length} dead letters could be put back`);
  return rows;
}

const isWaiting: SQL = sql`name = ${DEAD_LETTERS} and state < 'active'`;
